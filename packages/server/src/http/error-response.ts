// The one place where an error becomes an answer. Our own bugs and a dependency's faults never show their message.
import type { ServerResponse } from "node:http";

import { SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { serverTiming } from "./request-state.ts";
import { API_HEADERS } from "./security-headers.ts";

/** RFC 9457 members, with `code`, `request_id` and `errors` as extensions. */
interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly location: string; readonly message: string; readonly fix: string }[];
}

export function wrongMediaType(cause?: Error): SignalboxError {
  const detail =
    "The `content-type` header is missing or not supported here. Send `content-type: application/json`.";
  return new SignalboxError("unsupported_media_type", detail, cause === undefined ? {} : { cause });
}

const FRAMEWORK_CODES: Readonly<Record<string, (error: Error) => SignalboxError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new SignalboxError(
      "payload_too_large",
      "The body is larger than this address accepts. Shorten it; `limits.bodyBytesMax` bounds conversations and files.",
      { cause },
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause) =>
    new SignalboxError(
      "bad_request",
      "The `content-length` header differs from the length of the body. Send the true length.",
      { cause },
    ),
  FST_ERR_BAD_URL: (cause) =>
    new SignalboxError("bad_request", "The address is not a valid URL path. Check its percent-encoding.", {
      cause,
    }),
  FST_ERR_MAX_PARAM_LENGTH: (cause) =>
    new SignalboxError("not_found", "There is nothing at this address.", { cause }),
  ECONNRESET: (cause) =>
    new SignalboxError("bad_request", "The connection closed before the body was complete. Send it again.", {
      cause,
    }),
};

/** Every thrown thing as a SignalboxError; unknown ones become `internal` and keep their cause for the log. */
export function toSignalboxError(thrown: unknown): SignalboxError {
  if (thrown instanceof SignalboxError) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const translate = FRAMEWORK_CODES[code];
  if (translate !== undefined && thrown instanceof Error) return translate(thrown);
  if (code.startsWith("FST_ERR_CTP_") || code.startsWith("FST_REQ_FILE") || code.startsWith("FST_PARTS"))
    return new SignalboxError(
      "bad_request",
      "The body could not be read. Send it again as the reference page shows.",
      { cause: thrown },
    );
  return new SignalboxError(
    "internal",
    "Something went wrong inside the service. Repeat the request; if it stays, report the request_id.",
    {
      cause: thrown,
    },
  );
}

export function problemBody(error: SignalboxError, requestId: string): ProblemBody {
  const { definition } = error;
  return {
    type: `/docs#error-${error.code}`,
    title: definition.title,
    status: definition.status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
  };
}

const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Answers 503 without the framework. @param durationMs since the request came */
export function sendRefusal(response: ServerResponse, requestId: string, durationMs: number): void {
  if (response.destroyed) return;
  const error = new SignalboxError(
    "overloaded",
    "This account asks for more decisions than can be made. Repeat in a second.",
  );
  const body = JSON.stringify(problemBody(error, requestId));
  response
    .writeHead(error.definition.status, {
      ...API_HEADERS,
      "content-type": PROBLEM_TYPE,
      "content-length": Buffer.byteLength(body),
      "retry-after": "1",
      "server-timing": `total;dur=${durationMs.toFixed(1)}`,
      "x-request-id": requestId,
    })
    .end(body);
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: SignalboxError): FastifyReply {
  if (error.code === "unauthenticated") void reply.header("www-authenticate", 'Bearer realm="signalbox"');
  if (error.retryAfterS !== undefined || error.definition.status === 503)
    void reply.header("retry-after", String(Math.max(1, Math.ceil(error.retryAfterS ?? 1))));
  return reply
    .code(error.definition.status)
    .header("content-type", PROBLEM_TYPE)
    .header("server-timing", serverTiming(request))
    .send(JSON.stringify(problemBody(error, request.id)));
}
