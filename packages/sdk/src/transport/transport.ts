// One HTTP call of the client: address, credentials, limits, repetitions, faults.
// Invariant: a call that could change something twice is repeated only when the service said that it did nothing.

import { assertLimits, limitSignal, raceSignal, type LimitedSignal } from "./limits.ts";
import { abortedError, errorOfResponse, SignalboxApiError } from "./errors.ts";

// Reads a `text/event-stream` answer as parsed JSON events. Works on fetch bodies, so that keys travel in headers.
// Comments between events, which keep a quiet connection open, reach `onHeard` alone.
// Invariant: an event is delivered once its blank line has arrived, whatever the chunks of the network were.

export async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  onHeard?: () => void,
): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onHeard?.();
      pending += decoder.decode(value, { stream: true }).replaceAll("\r\n", "\n");
      const blocks = pending.split("\n\n");
      pending = blocks.pop() ?? "";
      for (const block of blocks) yield* dataOf<T>(block);
    }
  } finally {
    await reader.cancel();
  }
}

function* dataOf<T>(block: string): Generator<T> {
  const lines = block.split("\n").filter((line) => line.startsWith("data:"));
  if (lines.length === 0) return;
  yield JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n")) as T;
}

// Address and key of the service, checked when a client is made, so that a slip of the hand is no outage later.

const setupError = (detail: string): SignalboxApiError =>
  new SignalboxApiError({ code: "bad_request", detail, status: 0 });

const pageAddress = (): string | undefined =>
  (globalThis as { readonly location?: { readonly href?: string } }).location?.href;

/**
 * Thrown when the client is made: a mistyped address would look like an outage, which a fallback answers for ever. It is
 * not repeated in the fault, since it may hold a password.
 */
function assertAddress(baseUrl: unknown): void {
  try {
    // Some runtimes without a page refuse to tell a location, so it is asked for only where it is needed.
    const page = /^https?:/i.test(String(baseUrl)) ? undefined : pageAddress();
    const { protocol, username, password, search, hash } = new URL(String(baseUrl), page);
    const isText = typeof baseUrl === "string";
    if (isText && /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "") return;
  } catch {
    // Not an address at all; reported below with all the others.
  }
  throw setupError(
    "`baseUrl` must be a string as http://127.0.0.1:8787: no user, no password, nothing after ? or #.",
  );
}

/** @throws SignalboxApiError bad_request. The key must not get into the message of a fault of `Headers`, so it is looked at before. */
function assertKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\u0021-\u007E]*$/.test(apiKey)) return;
  throw setupError(
    "The API key holds a character that no key has. Copy it again, without spaces and line ends.",
  );
}

export function apiRoot(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return trimmed.endsWith("/api/v1") ? trimmed : `${trimmed}/api/v1`;
}

export interface ClientOptions {
  /** Address of the service, with or without `/api/v1`: "http://127.0.0.1:8787"; on a page also a path on its own server. */
  readonly baseUrl: string;
  /** `sk_...`; without it the browser's session cookie is used (dashboard). */
  readonly apiKey?: string | undefined;
  /** Sent with every call, for a proxy of one's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Limit of connecting and of the first byte of the answer, which `fetch` does not tell apart. Default `timeoutMs`. @unit milliseconds */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Limit of one attempt, from the first byte sent to the last received. @unit milliseconds */
  readonly timeoutMs?: number | undefined;
  /** Limit of the call with all attempts and pauses; never below `timeoutMs`. @unit milliseconds */
  readonly deadlineMs?: number | undefined;
  /** Repetitions after the first attempt. Default 2. */
  readonly retries?: number | undefined;
  /** Longest pause before a repetition; a longer `retry-after` is not waited for. Default 10,000. @unit milliseconds */
  readonly retryDelayMsMax?: number | undefined;
  /** How to pause; replaced where time must not pass. */
  readonly wait?: ((delayMs: number) => Promise<void>) | undefined;
  /** Uniform 0..1, for the jitter of pauses. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

type QueryValue = string | number | boolean | undefined | null;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limit of connecting and of the first byte of the answer. @unit milliseconds */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Limit of one attempt. @unit milliseconds */
  readonly timeoutMs?: number | undefined;
  /** Limit of the call with all attempts and pauses. @unit milliseconds */
  readonly deadlineMs?: number | undefined;
  readonly retries?: number | undefined;
}

export interface Call extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** An object is sent as JSON, FormData as multipart. */
  readonly body?: unknown;
  /** Default limit of the whole call; replaces the client's own. @unit milliseconds */
  readonly deadlineDefaultMs?: number | undefined;
  /** Default: every method but POST and PATCH. */
  readonly isRepeatable?: boolean | undefined;
}

export interface Answer<T> {
  /** The parsed JSON body; undefined for an empty answer. */
  readonly body: T;
  readonly headers: Headers;
}

export interface Transport {
  /** @throws SignalboxApiError */
  exchange<T>(call: Call): Promise<Answer<T>>;
  /** The body of `exchange`. @throws SignalboxApiError */
  json<T>(call: Call): Promise<T>;
  /** The raw answer, for downloads and streams; the limits end with its headers. @throws SignalboxApiError */
  raw(call: Call): Promise<Response>;
  url(path: string, query?: Call["query"]): string;
}

interface TransportDefaults {
  /** @unit milliseconds */
  readonly timeoutMs: number;
  /** @unit milliseconds */
  readonly deadlineMs: number;
}

const RETRIES = 2;
const RETRY_DELAY_MS_MAX = 10_000;
const FIRST_DELAY_MS = 250;

/** @throws SignalboxApiError bad_request for an invalid address, a key that cannot be in a header, a non-numeric limit */
export function createTransport(options: ClientOptions, defaults: TransportDefaults): Transport {
  assertAddress((options as ClientOptions | undefined)?.baseUrl);
  assertKey(options.apiKey);
  assertLimits(options);
  const root = apiRoot(options.baseUrl);
  const url = (path: string, query?: Call["query"]): string => `${root}${path}${queryString(query)}`;
  const exchange = <T>(call: Call): Promise<Answer<T>> => {
    const read = (response: Response): Promise<Answer<T>> => readJson<T>(response);
    return withRetries(call, { options, defaults, address: url(call.path, call.query), read });
  };
  return {
    url,
    exchange,
    json: async <T>(call: Call): Promise<T> => (await exchange<T>(call)).body,
    raw: (call) => {
      const read = (response: Response, limit: LimitedSignal): Promise<Response> => {
        limit.pause();
        return Promise.resolve(response);
      };
      return withRetries(call, {
        options,
        defaults,
        address: url(call.path, call.query),
        read,
        isOpen: true,
      });
    },
  };
}

function queryString(query: Call["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  const encoded = parameters.toString();
  return encoded === "" ? "" : `?${encoded}`;
}

interface Exchange<T> {
  readonly options: ClientOptions;
  readonly defaults: TransportDefaults;
  readonly address: string;
  readonly read: (response: Response, attempt: LimitedSignal) => Promise<T>;
  /** The body is read later, so the caller's signal stays tied to it. */
  readonly isOpen?: boolean;
}

async function withRetries<T>(call: Call, exchange: Exchange<T>): Promise<T> {
  const { options, defaults } = exchange;
  // With those of the models' calls that come with it, so that none is called before they are known to be good.
  assertLimits(call);
  const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs;
  const deadlineMs = wholeLimitMs(call, exchange);
  const firstByteMs = call.firstByteTimeoutMs ?? options.firstByteTimeoutMs ?? timeoutMs;
  const retries = call.retries ?? options.retries ?? RETRIES;
  const init = requestInit(call, options);
  const startedMs = performance.now();
  const whole = limitSignal(call.signal, deadlineMs);
  let isHandedOver = false;
  try {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(init, exchange, { call, whole, timeoutMs, firstByteMs });
      if (!(outcome instanceof SignalboxApiError)) {
        isHandedOver = exchange.isOpen === true;
        return outcome;
      }
      const delayMs = retryDelayMs(outcome, attempt, options);
      const leftMs = deadlineMs - (performance.now() - startedMs);
      const isPointless = whole.signal.aborted || attempt >= retries || !mayRepeat(call, outcome);
      if (isPointless || delayMs === undefined || delayMs >= leftMs) throw outcome;
      await pause(delayMs, options, whole.signal).catch(() => {
        throw call.signal?.aborted === true ? abortedError(call.signal.reason) : outcome;
      });
    }
  } finally {
    if (isHandedOver) whole.pause();
    else whole.release();
  }
}

/** A limit that the caller states for an attempt is not cut short by a default of the whole. */
function wholeLimitMs(
  call: Call,
  { options, defaults }: Pick<Exchange<unknown>, "options" | "defaults">,
): number {
  if (call.deadlineMs !== undefined) return call.deadlineMs;
  const attemptMs = call.timeoutMs ?? options.timeoutMs ?? 0;
  return Math.max(attemptMs, options.deadlineMs ?? call.deadlineDefaultMs ?? defaults.deadlineMs);
}

interface Limits {
  readonly call: Call;
  readonly whole: LimitedSignal;
  readonly firstByteMs: number;
  readonly timeoutMs: number;
}

async function attemptOnce<T>(
  init: RequestInit,
  { options, address, read, isOpen }: Exchange<T>,
  { call, whole, timeoutMs, firstByteMs }: Limits,
): Promise<T | SignalboxApiError> {
  const startedMs = performance.now();
  const limit = limitSignal(whole.signal, Math.min(firstByteMs, timeoutMs));
  let isHandedOver = false;
  const send = options.fetch ?? globalThis.fetch;
  const ask = async (): Promise<T | SignalboxApiError> => {
    const response = await send(address, { ...init, signal: limit.signal });
    if (firstByteMs < timeoutMs) limit.restart(timeoutMs - (performance.now() - startedMs));
    if (!response.ok) return errorOfResponse(response);
    isHandedOver = isOpen === true;
    return read(response, limit);
  };
  try {
    return await raceSignal(ask(), limit.signal);
  } catch (cause) {
    if (cause instanceof SignalboxApiError) return cause;
    if (call.signal?.aborted === true) return abortedError(cause);
    return connectionError(cause, limit.hasExpired() || whole.hasExpired());
  } finally {
    if (!isHandedOver) limit.release();
  }
}

function requestInit(call: Call, options: ClientOptions): RequestInit {
  const headers = new Headers({ accept: "application/json", ...options.headers });
  const hasKey = options.apiKey !== undefined && options.apiKey !== "";
  if (hasKey) headers.set("authorization", `Bearer ${options.apiKey}`);
  // The header that a foreign page cannot send: it is what makes the session cookie safe for changes.
  else if (call.method !== "GET") headers.set("x-signalbox-csrf", "1");
  const init: RequestInit = { method: call.method, headers };
  if (call.body === undefined) return init;
  if (typeof FormData !== "undefined" && call.body instanceof FormData) return { ...init, body: call.body };
  headers.set("content-type", "application/json");
  return { ...init, body: stringify(call.body) };
}

function stringify(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const detail = "The request cannot be written as JSON: it refers to itself or holds a BigInt.";
    throw new SignalboxApiError({ code: "bad_request", detail, status: 0, cause });
  }
}

const connectionError = (cause: unknown, isLate: boolean): SignalboxApiError =>
  new SignalboxApiError({
    code: isLate ? "timeout" : "network",
    detail: isLate
      ? "No whole answer arrived in time. Repeat the call, or raise `timeoutMs`."
      : "The connection could not be made or broke. Check the address and that the service runs.",
    status: 0,
    cause,
  });

function mayRepeat(call: Call, error: SignalboxApiError): boolean {
  if (error.status === 429 || error.status === 503) return true;
  const isRepeatable = call.isRepeatable ?? (call.method !== "POST" && call.method !== "PATCH");
  return isRepeatable && error.isRetryable;
}

/** The pause before the next attempt, spread so that clients do not come back together; undefined = too long. */
function retryDelayMs(
  error: SignalboxApiError,
  attempt: number,
  { random = Math.random, retryDelayMsMax = RETRY_DELAY_MS_MAX }: ClientOptions,
): number | undefined {
  if (error.retryAfterS !== undefined) {
    const askedMs = error.retryAfterS * 1000;
    return askedMs <= retryDelayMsMax ? askedMs + FIRST_DELAY_MS * random() : undefined;
  }
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, retryDelayMsMax) * (1 - random() / 2);
}

async function pause(delayMs: number, { wait }: ClientOptions, signal: AbortSignal): Promise<void> {
  if (wait !== undefined) return raceSignal(wait(delayMs), signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  try {
    await raceSignal(slept, signal);
  } finally {
    clearTimeout(timer);
  }
}

async function readJson<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const { headers } = response;
  if (text === "") return { body: undefined as T, headers };
  try {
    return { body: JSON.parse(text) as T, headers };
  } catch (cause) {
    throw new SignalboxApiError({
      code: "bad_response",
      detail: "The answer is not JSON. Check that the address is the service and not a proxy's page.",
      status: response.status,
      cause,
    });
  }
}
