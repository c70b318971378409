// An answer of the provider, held until it is sure to be one: whole bodies are read to their end, streams up to their
// first content. What fails before that may be asked of the next model.
import { isObject, type Body } from "./read-call.ts";
import { openUntil } from "../adapters/open-until.ts";
import { readChunks } from "../call/chunk-source.ts";

// Reads what server-sent events tell on their way; the bytes themselves are passed on untouched. Most events carry a word of
// the answer and nothing else: those are counted, not parsed.
const DATA = "data:";
const DONE = "[DONE]";

/** Members by which an event may tell tokens, a fault, a call of a tool, or a response. */
const TELLING = /"(?:usage|tool_calls|error|call_id|response)":\s*[[{"]|"type":\s*"error"/;

/** An event of content alone. */
const PLAIN: Body = {};

function readData(line: string): Body[] {
  if (!line.startsWith(DATA) || line.endsWith(DONE)) return [];
  if (!TELLING.test(line)) return [PLAIN];
  try {
    const event: unknown = JSON.parse(line.slice(DATA.length));
    return isObject(event) ? [event] : [];
  } catch {
    // An event over several lines: the client reads it, nothing is read from it here.
    return [];
  }
}

/** Each call takes the next bytes and gives the events whose line they completed; `{}` for those of content alone. */
export function createEventReader(): (bytes: Uint8Array) => readonly Body[] {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readData);
  };
}

interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** One piece of a streamed body, with the events that it completed. */
export interface StreamPiece {
  readonly bytes: Uint8Array;
  readonly events: readonly Body[];
}

/** The provider answered, and said no. */
export class ProviderStatusError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor({ status, headers, text }: Pick<ProviderAnswer, "status" | "headers" | "text">) {
    super(`The provider answered with status ${status}.`);
    this.name = "ProviderStatusError";
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}

const BAD_GATEWAY = 502;

/** @throws ProviderStatusError; what `fetch` throws; SyntaxError for half an answer */
export async function readWhole(response: Response): Promise<ProviderAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  if (!response.ok) throw new ProviderStatusError({ status, headers, text });
  return { status, headers, text, json: JSON.parse(text) as unknown };
}

const PREAMBLE = new Set(["response.created", "response.in_progress", "response.queued"]);
const FAILED = new Set(["error", "response.failed"]);

/** A fault that the provider tells inside a stream that began with 200. */
function faultOf(event: Body): unknown {
  const { type, error, response } = event;
  if (error !== undefined && error !== null) return error;
  if (typeof type !== "string" || !FAILED.has(type)) return undefined;
  return (isObject(response) ? response["error"] : undefined) ?? event;
}

const isContent = ({ type }: Body): boolean => typeof type !== "string" || !PREAMBLE.has(type);

/**
 * Resolves once there is content, with the whole body from its first byte on.
 * @throws as `readWhole`, and when the stream ends or tells a fault before it has content
 */
export async function openBody(response: Response): Promise<AsyncIterable<StreamPiece>> {
  if (!response.ok || response.body === null) await readWhole(response);
  const pieces = readPieces(response.body as ReadableStream<Uint8Array>);
  return openUntil(pieces, ({ events }) => {
    for (const event of events) {
      const fault = faultOf(event);
      if (fault !== undefined) throw toldFault(response, fault);
      if (isContent(event)) return true;
    }
    return false;
  });
}

async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamPiece, void> {
  const readEvents = createEventReader();
  const reader = readChunks<Uint8Array>(body);
  try {
    for (;;) {
      const next = await reader.next();
      if (next.done === true) return;
      yield { bytes: next.value, events: readEvents(next.value) };
    }
  } finally {
    reader.close();
  }
}

function toldFault({ headers }: Response, fault: unknown): ProviderStatusError {
  const plain = new Headers(headers);
  plain.set("content-type", "application/json");
  return new ProviderStatusError({
    status: BAD_GATEWAY,
    headers: plain,
    text: JSON.stringify({ error: fault }),
  });
}
