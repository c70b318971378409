// A `fetch` that resolves the automatic model before a request leaves. Working below the client keeps everything above it
// as it is: types, helpers that parse or run tools, raw responses.

import { askRouted, type Asked, answerMetadata, type AnswerMetadata } from "../adapters/ask-routed.ts";
import { toReadable, openUntil } from "../adapters/open-until.ts";
import { pickCallOptions, type RoutingOptions, assertSetup } from "../adapters/routing-options.ts";
import type { ModelAnswer } from "../call/call-model.ts";
import { readUsage, type ModelUsage, readChunks } from "../call/chunk-source.ts";
import type { SelectRequest } from "../select/selection.ts";
import {
  bodyToFormat,
  bodyToMaxTokens,
  bodyToMessages,
  bodyToTools,
  readAutoCall,
  type AutoCall,
  isObject,
  type Body,
} from "./body-to-wire.ts";
import { ModelCallError } from "../call/fall-over.ts";
import { SignalboxApiError } from "../transport/errors.ts";
import type { ProviderWire } from "@signalbox/contracts";

// An answer of the provider, held until it is sure to be one: whole bodies are read to their end, streams up to their
// first content. What fails before that may be asked of the next model.

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
interface StreamPiece {
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

// The models that one address serves: the label under which the service knows a model, and the name under which the address does.

/** A model with what is known of it: prices, latency, attributes. */
export interface ServedModel extends Omit<ProviderWire, "name"> {
  /** Its name at the client's address, e.g. "gpt-6.2-sol". */
  readonly servedAs: string;
}

/** By label, e.g. `{ "openai/gpt-6.2-sol": "gpt-6.2-sol" }`. */
export type ServedModels = Readonly<Record<string, string | ServedModel>>;

interface ServedCandidate extends ServedModel {
  readonly name: string;
}

function toCandidate(name: string, served: string | ServedModel): ServedCandidate {
  const known = typeof served === "string" ? { servedAs: served } : served;
  return { model: name, ...known, name };
}

/** @throws SignalboxApiError bad_request for an empty list; unlisted_label */
export function listServed(
  models: ServedModels,
  options: Pick<RoutingOptions, "fallback">,
): readonly ServedCandidate[] {
  assertSetup(Object.keys(models), options);
  return Object.entries(models).map(([name, served]) => toCandidate(name, served));
}

// The answer that the OpenAI client gets back: the provider's own answer with marks of the choice, or a fault in its own terms.

const UNAVAILABLE = 503;

/** The body is decoded by now, so what was said of its bytes holds no more. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) plain.delete(name);
  return plain;
}

/** Labels may be any text; headers may not. */
const inHeader = (labels: readonly string[]): string => labels.map(encodeURIComponent).join(",");

const fromHeader = (value: string | null): readonly string[] =>
  value === null || value === "" ? [] : value.split(",").map(decodeURIComponent);

/** Read by `routingOf`. */
function markedHeaders(headers: Headers, answer: ModelAnswer<ServedCandidate>): Headers {
  const { label, origin, isDegraded, ranking, failed, sessionId } = answerMetadata(answer);
  const marked = plainHeaders(headers);
  marked.set("x-signalbox-label", inHeader([label]));
  marked.set("x-signalbox-origin", origin);
  marked.set("x-signalbox-degraded", String(isDegraded));
  marked.set("x-signalbox-ranking", inHeader(ranking));
  marked.set("x-signalbox-failed", inHeader(failed));
  if (sessionId !== undefined) marked.set("x-signalbox-session", sessionId);
  return marked;
}

/** The contents of the `x-signalbox-*` headers of a response, as `.withResponse()` gives it; undefined when it was not routed. */
export function routingOf({ headers }: Pick<Response, "headers">): AnswerMetadata | undefined {
  const [label] = fromHeader(headers.get("x-signalbox-label"));
  if (label === undefined) return undefined;
  const sessionId = headers.get("x-signalbox-session");
  const known = {
    label,
    origin: headers.get("x-signalbox-origin") as AnswerMetadata["origin"],
    isDegraded: headers.get("x-signalbox-degraded") === "true",
    ranking: fromHeader(headers.get("x-signalbox-ranking")),
    failed: fromHeader(headers.get("x-signalbox-failed")),
  };
  return sessionId === null ? known : { ...known, sessionId };
}

/**
 * A refusal of the provider is passed on as it came. One of the service becomes an error of the client with type
 * `signalbox_error`; it is not to be repeated, since that has been done already.
 * @throws everything else, e.g. a connection that cannot be made
 */
function faultResponse(fault: unknown): Response {
  const cause = fault instanceof ModelCallError ? fault.cause : fault;
  if (cause instanceof ProviderStatusError)
    return new Response(cause.text, { status: cause.status, headers: plainHeaders(cause.headers) });
  if (!(cause instanceof SignalboxApiError)) throw cause;
  const { code, detail, status } = cause;
  const error = { message: `Signalbox: ${detail}`, type: "signalbox_error", code, param: null };
  return Response.json(
    { error },
    { status: status >= 400 ? status : UNAVAILABLE, headers: { "x-should-retry": "false" } },
  );
}

// An OpenAI conversation says nothing of our sessions, but the provider names its tool calls and responses, and the next
// request names them back. So a loop of tools is linked to its session without help of the caller.

interface LinkedSessions {
  /** The session of the newest call or response that the request refers to. */
  find(call: AutoCall): string | undefined;
  remember(answer: unknown, sessionId: string): void;
}

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const isText = (value: unknown): value is string => typeof value === "string";

/** Newest last. */
function namedIn({ kind, body }: AutoCall): readonly string[] {
  const items = listOf(kind === "chat" ? body["messages"] : body["input"]);
  const calls = items.map((item) => item["tool_call_id"] ?? item["call_id"]);
  return [body["previous_response_id"], ...calls].filter(isText);
}

/** Ids in a whole answer or in one event of a stream, of chat completions and of responses. */
function namedBy(answer: Body): readonly string[] {
  const response = isObject(answer["response"]) ? answer["response"] : answer;
  const choices = listOf(answer["choices"]).map(({ message, delta }) => message ?? delta);
  const chatCalls = choices.filter(isObject).flatMap((message) => listOf(message["tool_calls"]));
  const items = [...listOf(response["output"]), answer["item"]].filter(isObject);
  const responseId = response["object"] === "response" ? [response["id"]] : [];
  return [...responseId, ...chatCalls.map(({ id }) => id), ...items.map(({ call_id: id }) => id)].filter(
    isText,
  );
}

/** Holds the newest `idsMax` ids. */
export function createLinkedSessions(idsMax: number): LinkedSessions {
  const sessions = new Map<string, string>();
  return {
    find: (call) => {
      const known = namedIn(call).findLast((id) => sessions.has(id));
      return known === undefined ? undefined : sessions.get(known);
    },
    remember: (answer, sessionId) => {
      if (!isObject(answer)) return;
      for (const id of namedBy(answer)) {
        sessions.delete(id);
        sessions.set(id, sessionId);
      }
      for (const oldest of sessions.keys()) {
        if (sessions.size <= idsMax) return;
        sessions.delete(oldest);
      }
    },
  };
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Router {
  readonly fetch: Fetch;
  readonly autoModel: string;
  readonly candidates: readonly ServedCandidate[];
  readonly options: RoutingOptions;
  readonly sessions: LinkedSessions;
}

interface Routed {
  readonly router: Router;
  readonly call: AutoCall;
  readonly signal: AbortSignal | undefined;
  /** Sends the request with another model in it. */
  readonly send: (candidate: ServedCandidate, signal: AbortSignal) => Promise<Response>;
}

function toAsked({ router, call, signal }: Routed): Asked<ServedCandidate> {
  return {
    options: router.options,
    candidates: router.candidates,
    messages: bodyToMessages(call),
    tools: bodyToTools(call),
    format: bodyToFormat(call),
    maxTokens: bodyToMaxTokens(call),
    wishes: call.wishes,
    session: router.sessions.find(call),
    signal,
  };
}

function usageOfPiece({ events }: StreamPiece): ModelUsage | undefined {
  return events.map(readUsage).findLast((usage) => usage !== undefined);
}

async function askWhole(routed: Routed, request: SelectRequest<ServedCandidate>): Promise<Response> {
  const { router, send, signal } = routed;
  const answer = await router.options.client.chat(
    request,
    async (candidate, _request, context) => readWhole(await send(candidate, context.signal)),
    { ...pickCallOptions(router.options, signal), usageOf: ({ json }) => readUsage(json) },
  );
  const { status, headers, text, json } = answer.value;
  link(router, answer, json);
  return new Response(text, { status, headers: markedHeaders(headers, answer) });
}

async function askStream(routed: Routed, request: SelectRequest<ServedCandidate>): Promise<Response> {
  const { router, send, signal } = routed;
  let head = { status: 200, headers: new Headers() };
  const answer = await router.options.client.stream(
    request,
    async (candidate, _request, context) => {
      const response = await send(candidate, context.signal);
      head = response;
      return openBody(response);
    },
    { ...pickCallOptions(router.options, signal), usageOf: usageOfPiece },
  );
  const change = ({ bytes, events }: StreamPiece): Uint8Array => {
    for (const event of events) link(router, answer, event);
    return bytes;
  };
  const { status, headers } = head;
  return new Response(toReadable(answer, { change, signal }), {
    status,
    headers: markedHeaders(headers, answer),
  });
}

function link({ sessions }: Router, { selection }: ModelAnswer<ServedCandidate>, sent: unknown): void {
  if (selection.session_id !== undefined) sessions.remember(sent, selection.session_id);
}

/** Requests for other models pass by untouched. */
export function createRoutedFetch(router: Router): Fetch {
  return async (input, init) => {
    const call = readAutoCall(input, init, router.autoModel);
    if (call === undefined) return router.fetch(input, init);
    const { headers, body } = call;
    const signal = init?.signal ?? undefined;
    const send: Routed["send"] = (candidate, limited) =>
      router.fetch(input, {
        ...init,
        headers,
        body: JSON.stringify({ ...body, model: candidate.servedAs }),
        signal: limited,
      });
    const routed: Routed = { router, call, signal, send };
    const ask = call.isStream ? askStream : askWhole;
    try {
      return await askRouted(toAsked(routed), (request) => ask(routed, request));
    } catch (fault) {
      return faultResponse(fault);
    }
  };
}
