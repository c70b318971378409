// What is thrown on the way to an answer becomes one, and a line of the log.
import type { SignalboxError } from "@signalbox/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { ServiceContext } from "../context/service-context.ts";
import { announcedBytes, COUNTED_FROM } from "./body-bytes.ts";
import { sendError, toSignalboxError } from "./error-response.ts";
import { discardBody } from "./refused-body.ts";
import { PAUSED_FROM, type Refusals } from "./refusals.ts";
import { takeRateOfRefused } from "../services/decisions/take-rate.ts";
import { createShedLog } from "./shed-log.ts";

/** What is shed need not send all of a large body first. @unit milliseconds */
const SHED_BODY_MS = 1_000;

/** For how long the rest of a body that is not read may still come. @unit milliseconds */
function discardingMs({ code }: SignalboxError, request: FastifyRequest, requestTimeoutMs: number): number {
  if (code === "payload_too_large") return requestTimeoutMs;
  return code === "overloaded" && announcedBytes(request) > COUNTED_FROM ? SHED_BODY_MS : 0;
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

async function untilTurn({ principal }: FastifyRequest, refusals: Refusals): Promise<void> {
  if (principal === undefined) return;
  await new Promise<void>((resolve) => refusals.after(principal.accountId, resolve));
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

export function addFaultAnswers(app: FastifyInstance, context: ServiceContext, refusals: Refusals): void {
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
    const counted = await countRefusal(error, request, context);
    if (announcedBytes(request) >= PAUSED_FROM) await untilTurn(request, refusals);
    return answer(counted, request, reply);
  };
  app.setErrorHandler((thrown, request, reply) => {
    const error = toSignalboxError(thrown);
    return isCounted(error, request) ? countAndAnswer(error, request, reply) : answer(error, request, reply);
  });
}
