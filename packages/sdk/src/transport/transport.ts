// One HTTP call: address, credentials, time limit, retries. Knows nothing of the resources.
// Invariant: a call is repeated only when that cannot do harm: 429 and 503 (the service did no work), and a broken
// connection when the call is safe to repeat.
import { errorOfResponse, SignalboxApiError } from "./errors.ts";

export interface ClientOptions {
  /** Address of the service, with or without `/api/v1`: "http://127.0.0.1:8787". */
  readonly baseUrl: string;
  /** `sk_...`; without it the browser's session cookie is used (dashboard). */
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Limit of one attempt. @unit milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions after the first attempt. Default 2. */
  readonly retries?: number | undefined;
  /** Longest pause before a repetition; a longer `retry-after` is not waited for. Default 10,000. */
  readonly retryDelayMsMax?: number | undefined;
  /** How to pause; replaced where time must not pass. */
  readonly wait?: ((delayMs: number) => Promise<void>) | undefined;
}

export type QueryValue = string | number | boolean | undefined | null;

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** An object is sent as JSON, FormData as multipart. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Default: every method but POST and PATCH. */
  readonly isRepeatable?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Transport {
  /** The parsed JSON body; undefined for an empty answer. @throws SignalboxApiError */
  json<T>(call: Call): Promise<T>;
  /** The raw answer, for downloads and streams. @throws SignalboxApiError */
  raw(call: Call): Promise<Response>;
  url(path: string, query?: Call["query"]): string;
}

const DEFAULTS = { timeoutMs: 30_000, retries: 2, retryDelayMsMax: 10_000 } as const;
const FIRST_DELAY_MS = 250;

export function createTransport(options: ClientOptions): Transport {
  const root = apiRoot(options.baseUrl);
  const url = (path: string, query?: Call["query"]): string => `${root}${path}${queryString(query)}`;
  const raw = (call: Call): Promise<Response> => withRetries(call, options, url(call.path, call.query));
  return {
    url,
    raw,
    json: async <T>(call: Call): Promise<T> => readJson<T>(await raw(call), call),
  };
}

function apiRoot(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return trimmed.endsWith("/api/v1") ? trimmed : `${trimmed}/api/v1`;
}

function queryString(query: Call["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  const encoded = parameters.toString();
  return encoded === "" ? "" : `?${encoded}`;
}

async function withRetries(call: Call, options: ClientOptions, address: string): Promise<Response> {
  const retries = options.retries ?? DEFAULTS.retries;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(call, options, address);
    if (!(outcome instanceof SignalboxApiError)) return outcome;
    const delayMs = retryDelayMs(outcome, attempt, options.retryDelayMsMax ?? DEFAULTS.retryDelayMsMax);
    if (attempt >= retries || delayMs === undefined || !mayRepeat(call, outcome)) throw outcome;
    await (options.wait ?? pause)(delayMs);
  }
}

async function attemptOnce(
  call: Call,
  options: ClientOptions,
  address: string,
): Promise<Response | SignalboxApiError> {
  const limit = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? DEFAULTS.timeoutMs);
  const signal = call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]);
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  try {
    const response = await send(address, { ...requestInit(call, options), signal });
    return response.ok ? response : await errorOfResponse(response);
  } catch (cause) {
    return connectionError(cause, call, limit);
  }
}

function requestInit(call: Call, options: ClientOptions): RequestInit {
  const headers = new Headers({ accept: "application/json" });
  if (options.apiKey !== undefined) headers.set("authorization", `Bearer ${options.apiKey}`);
  // The header that a foreign page cannot send: it is what makes the session cookie safe for changes.
  else if (call.method !== "GET") headers.set("x-signalbox-csrf", "1");
  const init: RequestInit = { method: call.method, headers, credentials: "same-origin" };
  if (call.body === undefined) return init;
  if (typeof FormData !== "undefined" && call.body instanceof FormData) return { ...init, body: call.body };
  headers.set("content-type", "application/json");
  return { ...init, body: JSON.stringify(call.body) };
}

function connectionError(cause: unknown, call: Call, limit: AbortSignal): SignalboxApiError {
  if (call.signal?.aborted === true)
    return new SignalboxApiError({
      code: "aborted",
      detail: "The caller cancelled the call.",
      status: 0,
      cause,
    });
  if (limit.aborted)
    return new SignalboxApiError({
      code: "timeout",
      detail: "No answer arrived in time. Repeat the call, or raise `timeoutMs`.",
      status: 0,
      cause,
    });
  return new SignalboxApiError({
    code: "network",
    detail: "The connection could not be made or broke. Check the address and that the service runs.",
    status: 0,
    cause,
  });
}

function mayRepeat(call: Call, error: SignalboxApiError): boolean {
  if (error.status === 429 || error.status === 503) return true;
  const isRepeatable = call.isRepeatable ?? (call.method !== "POST" && call.method !== "PATCH");
  return isRepeatable && error.code === "network";
}

function retryDelayMs(error: SignalboxApiError, attempt: number, delayMsMax: number): number | undefined {
  const delayMs =
    error.retryAfterS === undefined
      ? Math.min(FIRST_DELAY_MS * 2 ** attempt, delayMsMax)
      : error.retryAfterS * 1000;
  return delayMs <= delayMsMax ? delayMs : undefined;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

async function readJson<T>(response: Response, call: Call): Promise<T> {
  const body = await readText(response, call);
  if (body === "") return undefined as T;
  try {
    return JSON.parse(body) as T;
  } catch (cause) {
    throw new SignalboxApiError({
      code: "bad_response",
      detail: "The answer is not JSON. Check that the address is the service and not a proxy's page.",
      status: response.status,
      cause,
    });
  }
}

async function readText(response: Response, call: Call): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    const isAborted = call.signal?.aborted === true;
    throw new SignalboxApiError({
      code: isAborted ? "aborted" : "network",
      detail: isAborted
        ? "The caller cancelled the call."
        : "The connection broke before the whole answer came.",
      status: response.status,
      cause,
    });
  }
}
