// The way of an answer to its client: each chunk as it comes, no faster than the client reads.
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

import type { Rewriter } from "./rewrite-answer.ts";

export interface Passing {
  readonly source: Readable;
  /** Bytes that were read before. */
  readonly first: Buffer | undefined;
  readonly client: ServerResponse;
  /** Undefined where the client gets the bytes as they come. */
  readonly rewriter: Rewriter | undefined;
  readonly onChunk: (chunk: Buffer) => void;
}

/** @returns whether the answer came to its end; a client that left, or an upstream that broke off, ends it before */
export function passOn({ source, first, client, rewriter, onChunk }: Passing): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const write = (data: Buffer | string): void => {
    if (data.length > 0 && !client.write(data)) source.pause();
  };
  const send = (chunk: Buffer): void => {
    write(rewriter === undefined ? chunk : rewriter.push(chunk));
    onChunk(chunk);
  };
  let isOver = false;
  const cut = (): void => {
    if (isOver) return;
    isOver = true;
    // An answer that broke off must not look like one that ended; what came of it still goes to its reader.
    const rest = client.destroyed ? "" : (rewriter?.end(false) ?? "");
    source.destroy();
    const destroy = (): void => {
      client.destroy();
      resolve(false);
    };
    if (rest.length === 0) destroy();
    else client.write(rest, destroy);
  };
  client.on("drain", () => source.resume());
  client.on("close", () => {
    if (client.writableFinished) return;
    cut();
  });
  if (first !== undefined) send(first);
  source.on("data", send).on("error", cut).on("aborted", cut);
  const end = (): void => {
    if (rewriter !== undefined) write(rewriter.end(true));
    client.end(() => {
      resolve(true);
    });
  };
  if (source.readableEnded) end();
  else source.on("end", end);
  source.resume();
  return promise;
}
