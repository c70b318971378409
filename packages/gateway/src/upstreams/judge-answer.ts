// The meaning of an answer for the call: it goes to the client, another candidate is tried, or the same one in a form that it
// takes.
import type { IncomingMessage } from "node:http";

import { decodeBody, isPlain } from "../upstreams/decode-body.ts";
import { FAILURES, type FailureRule } from "./failures.data.ts";
import type { Opened } from "./call-upstream.ts";

export type Verdict =
  | { readonly kind: "pass" }
  /** The whole error, as it came. */
  | { readonly kind: "failed"; readonly rule: FailureRule | undefined; readonly body: Buffer }
  /** A form of the call is refused, in the words of the text. */
  | { readonly kind: "refused"; readonly text: string; readonly body: Buffer }
  /** No answer of an interface for models: a page of a proxy, most likely. */
  | { readonly kind: "alien"; readonly body: Buffer };

/** @unit bytes */
const ERROR_BYTES_MAX = 1024 * 1024;
const PATTERN_CHARS_MAX = 8_192;

export async function readWhole({ response, first }: Opened): Promise<Buffer> {
  const parts: Buffer[] = first === undefined ? [] : [first];
  let length = first?.length ?? 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > ERROR_BYTES_MAX) break;
    }
  } catch {
    // The part of an error that came is enough to judge it by.
  }
  return Buffer.concat(parts);
}

const typeOf = (response: IncomingMessage): string => (response.headers["content-type"] ?? "").toLowerCase();

async function textOf(response: IncomingMessage, body: Buffer): Promise<string> {
  const encoding = response.headers["content-encoding"];
  const plain = isPlain(encoding) ? body : await decodeBody(body, encoding ?? "", ERROR_BYTES_MAX);
  return (typeof plain === "string" ? body : plain).toString("utf8", 0, PATTERN_CHARS_MAX);
}

/** ChatGPT's address for plans streams without a content type (KarpelesLab/teamclaude #456). */
export function isStream({ response, first }: Opened): boolean {
  const type = typeOf(response);
  return type === "" ? /^(?:event|data)?:/.test(startOf(first)) : type.includes("event-stream");
}

const startOf = (first: Buffer | undefined): string => first?.toString("utf8", 0, 512) ?? "";

/** An answer may begin with its error, though its status says that all is well. */
const EARLY_ERROR =
  /^(?::[^\n]*\n|\s)*(?:event:\s*error\b|data:\s*\{"(?:error|type":\s*"error)|\{\s*"error":\s*\{)/;
/** LM Studio answers so, with status 200, at each address that it lacks (lmstudio-ai/lmstudio-bug-tracker #618). */
const NO_ADDRESS = /^\{"error":\s*"Unexpected endpoint/;
/** A server's form of Messages that is older than its clients', whose system speaks amid the conversation (vllm-project/vllm #44000). */
const OLD_FORM = /Input should be 'user' or 'assistant'/;

const REFUSING: ReadonlySet<number> = new Set([400, 422]);

export async function judgeAnswer(opened: Opened): Promise<Verdict> {
  const { response, first } = opened;
  const { statusCode: status = 0 } = response;
  // A redirect is not followed: keys and words go to the address that a person wrote, and to no other.
  if (typeOf(response).includes("text/html") || (status >= 300 && status < 400))
    return { kind: "alien", body: await readWhole(opened) };
  if (status < 400) {
    const start = startOf(first);
    const hasAddress = !NO_ADDRESS.test(start);
    if (hasAddress && !EARLY_ERROR.test(start)) return { kind: "pass" };
    const rule = hasAddress ? FAILURES.find(({ kind }) => kind === "busy") : undefined;
    return { kind: "failed", rule, body: await readWhole(opened) };
  }
  const body = await readWhole(opened);
  const text = await textOf(response, body);
  const rule = FAILURES.find(
    ({ statuses, pattern }) => statuses.includes(status) && (pattern === undefined || pattern.test(text)),
  );
  return rule === undefined && REFUSING.has(status) && !OLD_FORM.test(text)
    ? { kind: "refused", text, body }
    : { kind: "failed", rule, body };
}

/** Longest pause that an upstream may ask for. @unit milliseconds */
const RETRY_MS_MAX = 3_600_000;

/** The wait that `retry-after` states, in seconds or as a date; undefined without one. @unit milliseconds */
export function retryAfterMs({ headers }: IncomingMessage, nowMs: number): number | undefined {
  const stated = headers["retry-after"];
  if (stated === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(stated) ? Number(stated) * 1000 : Date.parse(stated) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, RETRY_MS_MAX) : undefined;
}
