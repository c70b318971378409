// OpenTelemetry spans of a request, through the API package alone. An operator who wants them registers an SDK before the start;
// without one no request has a trace, and nothing of this runs. Spans carry ids and labels, never text.
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  context,
  propagation,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
  type Tracer,
} from "@opentelemetry/api";
import type { FastifyReply, FastifyRequest } from "fastify";

const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes the caller's `x-request-id` if it is harmless, else a process-wide random prefix with a counter. */
export function createRequestIds(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6).toString("base64url");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && SAFE_ID.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined where no SDK is registered, and for requests that it does not sample. */
    trace: RequestTrace | undefined;
  }
}

type Headers = FastifyRequest["headers"];

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers[name.toLowerCase()],
  keys: (headers) => Object.keys(headers),
};
const SERVER_FAULT = 500;

/** @param ms of `performance.now()` */
const timeOf = (ms: number): number => performance.timeOrigin + ms;

/** One request's span, with a child for each part of the work. */
export class RequestTrace {
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #inside: Context;

  constructor(tracer: Tracer, span: Span, around: Context) {
    this.#tracer = tracer;
    this.#span = span;
    this.#inside = trace.setSpan(around, span);
  }

  /** Adds a part of work that is over. @param endedMs of `performance.now()` */
  addPart(name: string, startedMs: number, endedMs: number): void {
    this.#tracer
      .startSpan(name, { startTime: timeOf(startedMs) }, this.#inside)
      .end(timeOf(Math.max(startedMs, endedMs)));
  }

  set(attributes: Readonly<Record<string, string | boolean>>): void {
    this.#span.setAttributes(attributes);
  }

  end(status: number, accountId: string | undefined): void {
    this.#span.setAttribute("http.response.status_code", status);
    if (accountId !== undefined) this.#span.setAttribute("signalbox.account.id", accountId);
    if (status >= SERVER_FAULT) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(timeOf(performance.now()));
  }
}

/** Undefined where no SDK is registered. */
function registeredTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer("signalbox")
    : provider.getTracer("signalbox");
}

function begin(tracer: Tracer, request: FastifyRequest): RequestTrace | undefined {
  const around = propagation.extract(context.active(), request.headers, HEADERS);
  const route = request.routeOptions.url ?? "unknown";
  const attributes = {
    "http.request.method": request.method,
    "http.route": route,
    "signalbox.request.id": request.id,
  };
  const options = { kind: SpanKind.SERVER, startTime: timeOf(request.startedMs), attributes };
  const span = tracer.startSpan(`${request.method} ${route}`, options, around);
  return span.isRecording() ? new RequestTrace(tracer, span, around) : undefined;
}

/** Begins the trace of a request; it ends with the connection's last byte of it, after an answer and after an abort alike. */
type BeginTrace = (request: FastifyRequest, reply: FastifyReply) => void;

/** @returns undefined where nobody asks for traces */
export function createBeginTrace(): BeginTrace | undefined {
  const tracer = registeredTracer();
  if (tracer === undefined) return undefined;
  return (request, reply) => {
    const begun = begin(tracer, request);
    request.trace = begun;
    if (begun === undefined) return;
    reply.raw.once("close", () => begun.end(reply.statusCode, request.principal?.accountId));
  };
}
