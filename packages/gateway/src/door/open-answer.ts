// An answer of an upstream, made ready for its client: its bytes as they come, or rewritten under the client's name and protocol.
import type { Readable } from "node:stream";

import type { Call } from "../plan/read-call.ts";
import type { Reach } from "../translate/reach.ts";
import type { Opened } from "../upstreams/call-upstream.ts";
import { createDecoder, isPlain } from "../upstreams/decode-body.ts";
import { createRewriter, type Rewriter } from "./rewrite-answer.ts";

export interface OpenAnswer {
  readonly source: Readable;
  /** Bytes that were read before. */
  readonly first: Buffer | undefined;
  readonly rewriter: Rewriter | undefined;
  readonly contentType: string;
  /** Content encoding of `source`. */
  readonly encoding: string | undefined;
}

/** A compressed answer passes as it came, unless it has to be translated. */
export function openAnswer(call: Call, { response, first }: Opened, { translator }: Reach): OpenAnswer {
  const contentType = response.headers["content-type"] ?? "";
  const encoding = response.headers["content-encoding"];
  const isStream = contentType.includes("event-stream");
  const plain = { source: response, first, rewriter: undefined, contentType, encoding };
  const decoder = isPlain(encoding) ? undefined : createDecoder(encoding ?? "");
  const needsRewriting = translator !== undefined || (call.isAuto && isPlain(encoding));
  if (!needsRewriting) return plain;
  const rewriter = createRewriter({ named: call.named, translator, asked: call.body, isStream });
  if (decoder === undefined) return { ...plain, rewriter };
  if (first !== undefined) decoder.write(first);
  response
    .on("error", (cause) => decoder.destroy(cause))
    .on("aborted", () => decoder.destroy(new Error("cut")));
  return { ...plain, source: response.pipe(decoder), first: undefined, rewriter, encoding: undefined };
}
