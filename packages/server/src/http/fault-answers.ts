// What is thrown on the way to an answer becomes one, and a line of the log.
import type { SignalboxError } from "@signalbox/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { ServiceContext } from "../context/service-context.ts";
import { announcedBytes, COUNTED_FROM } from "./body-bytes.ts";
import { sendError, toSignalboxError } from "./error-response.ts";
import { discardBody } from "./refused-body.ts";
import { createShedLog } from "./shed-log.ts";

/** What is shed need not send all of a large body first. @unit milliseconds */
const SHED_BODY_MS = 1_000;

/** For how long the rest of a body that is not read may still come. @unit milliseconds */
function discardingMs({ code }: SignalboxError, request: FastifyRequest, requestTimeoutMs: number): number {
  if (code === "payload_too_large") return requestTimeoutMs;
  return code === "overloaded" && announcedBytes(request) > COUNTED_FROM ? SHED_BODY_MS : 0;
}

export function addFaultAnswers(app: FastifyInstance, { logger, config }: ServiceContext): void {
  const shedLog = createShedLog(logger);
  app.setErrorHandler((thrown, request, reply) => {
    const error = toSignalboxError(thrown);
    const { status, fault } = error.definition;
    const line = { request_id: request.id, code: error.code, status, context: error.context };
    if (error.code === "overloaded") shedLog.note(error.detail);
    else if (fault === "caller") logger.debug(line, "request refused");
    else logger.error({ ...line, cause: error.cause }, "request failed");
    // After a fault of a body the framework asks for the end of the connection, which a body that was read whole does not need.
    if (request.raw.readableEnded) void reply.removeHeader("connection");
    const limitMs = discardingMs(error, request, config.server.requestTimeoutMs);
    const discarded = limitMs > 0 ? discardBody(request, reply, limitMs) : undefined;
    return discarded === undefined
      ? sendError(request, reply, error)
      : discarded.then(() => sendError(request, reply, error));
  });
}
