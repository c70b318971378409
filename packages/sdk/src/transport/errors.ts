// The one error of the client. Everything that a call can fail with is a SignalboxApiError: an answer of the service,
// a network that did not answer, a timeout, or the caller's own abort. Callers branch on `code`.
import type { ErrorCode, FieldError } from "@signalbox/contracts";

/** Faults that only a client can meet. */
export type ClientFaultCode = "network" | "timeout" | "aborted" | "bad_response" | "unlisted_label";

/** Codes of the service's error table, and those that only a client can meet. */
export type ApiErrorCode = ErrorCode | ClientFaultCode;

interface ApiErrorInit {
  readonly code: ApiErrorCode;
  readonly detail: string;
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly title?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  /** @unit seconds */
  readonly retryAfterS?: number | undefined;
  readonly cause?: unknown;
}

const CLIENT_TITLES: Readonly<Partial<Record<ApiErrorCode, string>>> &
  Readonly<Record<ClientFaultCode, string>> = {
  network: "The service cannot be reached",
  timeout: "The service did not answer in time",
  aborted: "The call was cancelled",
  bad_response: "The answer is not what the service sends",
  unlisted_label: "A model was named that is not among the candidates",
};

export class SignalboxApiError extends Error {
  readonly code: ApiErrorCode;
  /** Says what is wrong and what would fix it; fit to be shown. */
  readonly detail: string;
  readonly title: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfterS: number | undefined;

  constructor(init: ApiErrorInit) {
    super(`${init.code}: ${init.detail}`, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "SignalboxApiError";
    this.code = init.code;
    this.detail = init.detail;
    this.title = init.title ?? CLIENT_TITLES[init.code] ?? init.code;
    this.status = init.status;
    this.requestId = init.requestId;
    this.errors = init.errors ?? [];
    this.retryAfterS = init.retryAfterS;
  }

  /** Whether the same call may succeed later without being changed. */
  get isRetryable(): boolean {
    return this.status === 429 || this.status >= 500 || this.code === "network" || this.code === "timeout";
  }
}

/** Whether the service could not answer; a refusal and a rate limit are answers. */
export const isOutage = ({ status, code }: SignalboxApiError): boolean =>
  status >= 500 || code === "network" || code === "timeout";

/** The caller's own abort, whatever was under way. */
export const abortedError = (cause?: unknown): SignalboxApiError =>
  new SignalboxApiError({ code: "aborted", detail: "The caller cancelled the call.", status: 0, cause });

interface ProblemBody {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly request_id?: unknown;
  readonly errors?: unknown;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Seconds of a `retry-after` header in its delta form; the date form is not sent by the service. */
function readRetryAfterS(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  const seconds = value === null ? Number.NaN : Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** The error of a non-2xx answer. A proxy's HTML page becomes `bad_response` with its status kept. */
export async function errorOfResponse(response: Response): Promise<SignalboxApiError> {
  const body = await readProblem(response);
  const detail = text(body?.detail);
  return new SignalboxApiError({
    code: (text(body?.code) as ApiErrorCode | undefined) ?? "bad_response",
    detail: detail ?? `The service answered with status ${response.status} and no explanation.`,
    status: response.status,
    title: text(body?.title),
    requestId: text(body?.request_id) ?? response.headers.get("x-request-id") ?? undefined,
    errors: Array.isArray(body?.errors) ? (body.errors as readonly FieldError[]) : undefined,
    retryAfterS: readRetryAfterS(response.headers),
  });
}

async function readProblem(response: Response): Promise<ProblemBody | undefined> {
  try {
    const parsed: unknown = await response.json();
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    // A body that is not JSON says nothing we could show; the status is kept by the caller.
    return undefined;
  }
}
