// The one error table. HTTP status, OpenAPI responses, docs/errors.md and SDK classes are all derived from it.
// `detail` is public text that says what to do; `context` is for the log and must never hold prompt text or secrets.

export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** Whose fault: decides the log level and whether `detail` may be shown. */
  readonly fault: "caller" | "dependency" | "service";
  readonly docs: string;
}

export const ERROR_TABLE = {
  malformed_json: {
    status: 400,
    title: "The body is not valid JSON",
    retryable: false,
    fault: "caller",
    docs: "Send a UTF-8 JSON document; check quotes and commas.",
  },
  bad_request: {
    status: 400,
    title: "The request cannot be understood",
    retryable: false,
    fault: "caller",
    docs: "The detail names what is wrong with the request line, a header or the query.",
  },
  unauthenticated: {
    status: 401,
    title: "A valid API key or sign-in is needed",
    retryable: false,
    fault: "caller",
    docs: "Send `Authorization: Bearer sk_...` with a key that is neither revoked nor expired.",
  },
  forbidden: {
    status: 403,
    title: "The credentials do not allow this",
    retryable: false,
    fault: "caller",
    docs: "The key lacks a scope, or the member's role is too low. The detail names which.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    retryable: false,
    fault: "caller",
    docs: "The address does not exist, or the resource does not belong to the account (both look alike on purpose).",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    retryable: false,
    fault: "caller",
    docs: "The `allow` header lists the methods of this address.",
  },
  conflict: {
    status: 409,
    title: "The resource is in a state that forbids this",
    retryable: false,
    fault: "caller",
    docs: "Read the resource again, then repeat with its current version.",
  },
  artefact_mismatch: {
    status: 409,
    title: "The features were made with another artefact",
    retryable: false,
    fault: "caller",
    docs: "The detail names the artefact that the service decides with. Load that one (`GET /content-artefact`) and read the conversation again.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    retryable: false,
    fault: "caller",
    docs: "Shorten the part that `errors` names, else the conversation; or raise `limits.bodyBytesMax`, or `limits.valuesMax` where the body holds too many members and items.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    retryable: false,
    fault: "caller",
    docs: "Send `content-type: application/json`.",
  },
  validation_failed: {
    status: 422,
    title: "The request is not valid",
    retryable: false,
    fault: "caller",
    docs: "`errors` lists every fault with its location and the fix.",
  },
  no_eligible_candidate: {
    status: 422,
    title: "No candidate can serve this conversation",
    retryable: false,
    fault: "caller",
    docs: "Bans and limits leave no candidate, or none meets every wish and the preference is strict. `errors` gives each reason.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    retryable: true,
    fault: "caller",
    docs: "Wait for the seconds in `retry-after`, then repeat.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    retryable: true,
    fault: "service",
    docs: "A fault of the service. Repeat the request; report it with its `request_id` if it stays.",
  },
  overloaded: {
    status: 503,
    title: "The service is overloaded",
    retryable: true,
    fault: "service",
    docs: "The service sheds load instead of queueing without end. Repeat after `retry-after` seconds.",
  },
  dependency_unavailable: {
    status: 503,
    title: "A dependency of the service is unavailable",
    retryable: true,
    fault: "dependency",
    docs: "The database or another dependency did not answer. Repeat after `retry-after` seconds.",
  },
  invalid_configuration: {
    status: 500,
    title: "The configuration is not valid",
    retryable: false,
    fault: "caller",
    docs: "Command line only: every fault is listed with its origin (file, environment, flag).",
  },
  invalid_data: {
    status: 422,
    title: "The data file is not valid",
    retryable: false,
    fault: "caller",
    docs: "The detail names the file and the line, and what was expected there.",
  },
  invalid_artefact: {
    status: 500,
    title: "The model artefact cannot be used",
    retryable: false,
    fault: "caller",
    docs: "A tensor is missing, has the wrong size, or its digest differs from the manifest. Install the artefact again.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** One fault in the input: its place, the fault and the fix. The last two are sentences. */
export interface FieldError {
  readonly location: string;
  readonly message: string;
  readonly fix: string;
}

export interface ErrorOptions {
  /** Faults of single fields, for validation errors. */
  readonly errors?: readonly FieldError[];
  /** For the log only; never prompt text, never a secret. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** @unit seconds */
  readonly retryAfterS?: number;
}

/** Answers that are expected. Their stack traces are useless, and costly under many refusals. */
const isRefusal = (code: ErrorCode): boolean => code === "overloaded" || ERROR_TABLE[code].status < 500;

/** The one error class. `detail` is shown to the caller; everything else stays inside. A refusal has no stack. */
export class SignalboxError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    const { stackTraceLimit } = Error;
    if (isRefusal(code)) Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "SignalboxError";
    this.code = code;
    this.detail = detail;
    this.errors = options.errors ?? [];
    this.context = options.context ?? {};
    this.retryAfterS = options.retryAfterS;
  }

  get definition(): ErrorDefinition {
    return ERROR_TABLE[this.code];
  }
}

/** Location, fault and fix, as one line. */
export function describeFieldError({ location, message, fix }: FieldError): string {
  return `${location}: ${message} ${fix}`;
}

/** The error for the faults of an input. Its detail repeats the first, because many clients show nothing else. */
export function invalid(
  faults: readonly FieldError[],
  code: ErrorCode = "validation_failed",
): SignalboxError {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, see \`errors\`)` : "";
  const detail = first === undefined ? "The request is not valid." : `${describeFieldError(first)}${more}`;
  return new SignalboxError(code, detail, { errors: faults });
}
