// The way of an answer to its client: each chunk as it comes, no faster than the client reads.
import type { ServerResponse } from "node:http";

import type { Opened } from "../upstreams/call-upstream.ts";

/** @returns whether the answer came to its end; a client that left, or an upstream that broke off, ends it before */
export function passOn(
  { response: upstream, first }: Opened,
  client: ServerResponse,
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const send = (chunk: Buffer): void => {
    if (!client.write(chunk)) upstream.pause();
    onChunk(chunk);
  };
  const cut = (): void => {
    // An answer that broke off must not look like one that ended.
    client.destroy();
    upstream.destroy();
    resolve(false);
  };
  client.on("drain", () => upstream.resume());
  client.on("close", () => {
    if (client.writableFinished) return;
    cut();
  });
  if (first !== undefined) send(first);
  upstream.on("data", send).on("error", cut).on("aborted", cut);
  const end = (): void => {
    client.end(() => {
      resolve(true);
    });
  };
  if (upstream.readableEnded) end();
  else upstream.on("end", end);
  upstream.resume();
  return promise;
}
