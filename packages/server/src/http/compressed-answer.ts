// Large answers to GET leave compressed, off the event loop. An answer that is the same object again, as a cached list is,
// is neither written out nor compressed again.
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { FastifyRequest } from "fastify";

/** Below this a packet or two are saved, which compressing is not worth. @unit characters */
const CHARS_MIN = 8_192;

const compress = promisify(gzip);
/** Answers that were large, as they were sent before. */
const known = new WeakMap<object, { plain?: Buffer; gzipped?: Promise<Buffer> }>();

const CODINGS = {
  gzip: /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i,
  br: /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i,
} as const;

/** Whether the caller takes the coding: it is named, alone or among others, and not with a weight of zero. */
function accepts(request: FastifyRequest, coding: keyof typeof CODINGS): boolean {
  const header = request.headers["accept-encoding"];
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  return text.split(",").some((part) => CODINGS[coding].test(part));
}

export const acceptsGzip = (request: FastifyRequest): boolean => accepts(request, "gzip");

/** Browsers ask for it over HTTPS and on the machine itself only. */
export const acceptsBrotli = (request: FastifyRequest): boolean => accepts(request, "br");

interface AnswerText {
  /** The whole answer, when it is small or the caller takes it only so. */
  readonly plain?: string | Buffer;
  readonly gzipped?: Promise<Buffer>;
}

/** @param answer what is sent as JSON; immutable from now on */
export function writeAnswer(request: FastifyRequest, answer: unknown): AnswerText {
  if (request.method !== "GET" || typeof answer !== "object" || answer === null)
    return { plain: JSON.stringify(answer) };
  const isPacked = acceptsGzip(request);
  const before = known.get(answer);
  const again = isPacked ? before?.gzipped : before?.plain;
  if (again instanceof Promise) return { gzipped: again };
  if (again !== undefined) return { plain: again };
  const plain = JSON.stringify(answer);
  if (plain.length < CHARS_MIN) return { plain };
  const written = isPacked ? { gzipped: compress(plain) } : { plain: Buffer.from(plain) };
  known.set(answer, { ...before, ...written });
  return written;
}
