// Turns what is thrown on the way to an answer into one, and into a line of the log.
import type { Socket } from "node:net";
import type { IncomingMessage } from "node:http";
import { SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest, FastifyInstance } from "fastify";
import { problemBody, sendError, toSignalboxError } from "./error-response.ts";
import type { Logger } from "../context/logger.ts";
import type { ServiceContext } from "../context/service-context.ts";
import { announcedBytes, isCountedBody } from "./request-state.ts";
import { OWED_FROM, type Debts } from "./debts.ts";
import { takeRateOfRefused } from "../services/decisions/take-rate.ts";

// Answers for bytes that never became a request (bad HTTP, headers too large, too slow): JSON, before the socket closes.
const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request headers are too large. Shorten them.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time. Send it again without pauses.",
};

export function answerBrokenRequest(fault: Error & { readonly code?: string }, socket: Socket): void {
  if (fault.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const detail =
    DETAILS[fault.code ?? ""] ?? "This is not a valid HTTP request. Check the request line and the headers.";
  const error = new SignalboxError("bad_request", detail, { cause: fault });
  const body = JSON.stringify(problemBody(error, "none"));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json; charset=utf-8\r\nx-request-id: none\r\n` +
      `server-timing: total;dur=0\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

// The rest of a body that was refused before it was read whole. Closing immediately would reset the connection while the client
// still sends, so that it reports a broken connection, and tries again, in place of reading why it was refused.

/** A client that sends nothing for so long waits for the answer. @unit milliseconds */
const IDLE_MS = 200;

/** Until the rest of the body has come, or nothing more comes. Its bytes are thrown away. */
function untilQuiet(raw: IncomingMessage, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(idle);
      clearTimeout(limit);
      resolve();
    };
    const idle = setTimeout(done, IDLE_MS);
    const limit = setTimeout(done, limitMs);
    raw
      .on("data", () => idle.refresh())
      .once("close", done)
      .once("end", done);
  });
}

/**
 * Lets the answer out and throws away what still comes. Node closes a connection that the client asked to close with the
 * answer, so there the answer waits until the client has stopped sending.
 * @param limitMs after which the connection is closed all the same
 */
function discardBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  limitMs: number,
): Promise<void> | undefined {
  if (raw.complete) return undefined;
  if (!reply.raw.shouldKeepAlive) return untilQuiet(raw, limitMs);
  // The framework asks for the end of the connection, which Node would take with the answer.
  void reply.removeHeader("connection");
  raw.resume();
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, limitMs).unref();
  return undefined;
}

// Requests that were shed, a line for many: a line for each would cost a crowded service more than the refusals themselves, and
// fill the disk.

/** @unit milliseconds */
const LINE_EVERY_MS = 10_000;

interface ShedLog {
  /** @param detail why the request was shed */
  note(detail: string): void;
}

/** @param now @unit milliseconds, monotonic */
export function createShedLog(logger: Pick<Logger, "warn">, now = (): number => performance.now()): ShedLog {
  let shed = 0;
  let saidMs = -Infinity;
  return {
    note: (detail) => {
      shed += 1;
      if (now() - saidMs < LINE_EVERY_MS) return;
      logger.warn({ shed, last_detail: detail }, "requests shed since the last such line");
      shed = 0;
      saidMs = now();
    },
  };
}

/** Time left to a caller whose request is shed: it need not send all of a large body first. @unit milliseconds */
const SHED_BODY_MS = 1_000;

/** For how long the rest of a body that is not read may still come. @unit milliseconds */
function discardingMs({ code }: SignalboxError, request: FastifyRequest, requestTimeoutMs: number): number {
  if (code === "payload_too_large") return requestTimeoutMs;
  return code === "overloaded" && isCountedBody(request) ? SHED_BODY_MS : 0;
}

const REFUSED_BODIES: ReadonlySet<string> = new Set([
  "malformed_json",
  "payload_too_large",
  "validation_failed",
]);

/** A refused body has cost its reading: where decisions are limited a minute, so are refusals. */
async function countRefusal(
  error: SignalboxError,
  request: FastifyRequest,
  context: ServiceContext,
): Promise<SignalboxError> {
  const { principal } = request;
  if (principal === undefined) return error;
  try {
    await takeRateOfRefused(context, principal);
    return error;
  } catch (limited) {
    return toSignalboxError(limited);
  }
}

function isCounted({ code }: SignalboxError, request: FastifyRequest): boolean {
  return !request.isRead && request.routeOptions.config.isRated === true && REFUSED_BODIES.has(code);
}

interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** @param limitMs for how long the rest of a body may still come */
async function answerLater(
  error: SignalboxError,
  { request, reply }: Answered,
  limitMs: number,
): Promise<FastifyReply> {
  await discardBody(request, reply, limitMs);
  return sendError(request, reply, error);
}

export function addFaultAnswers(app: FastifyInstance, context: ServiceContext, debts: Debts): void {
  const { logger, config } = context;
  const shedLog = createShedLog(logger);
  const answer = (error: SignalboxError, request: FastifyRequest, reply: FastifyReply): unknown => {
    const { status, fault } = error.definition;
    const line = { request_id: request.id, code: error.code, status, context: error.context };
    if (error.code === "overloaded") shedLog.note(error.detail);
    else if (fault === "caller") logger.debug(line, "request refused");
    else logger.error({ ...line, cause: error.cause }, "request failed");
    // After a fault of a body the framework asks for the end of the connection, which a body that was read whole does not need.
    if (request.raw.readableEnded) void reply.removeHeader("connection");
    const limitMs = discardingMs(error, request, config.server.requestTimeoutMs);
    return limitMs > 0 ? answerLater(error, { request, reply }, limitMs) : sendError(request, reply, error);
  };
  const countAndAnswer = async (error: SignalboxError, request: FastifyRequest, reply: FastifyReply) => {
    const { principal, reading } = request;
    if (principal !== undefined && announcedBytes(request) >= OWED_FROM)
      debts.oweRefused(principal, announcedBytes(request), reading?.spentMs.atMost);
    return answer(await countRefusal(error, request, context), request, reply);
  };
  app.setErrorHandler((thrown, request, reply) => {
    const error = toSignalboxError(thrown);
    return isCounted(error, request) ? countAndAnswer(error, request, reply) : answer(error, request, reply);
  });
}
