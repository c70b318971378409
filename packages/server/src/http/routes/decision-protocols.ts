// The protocols by which other hosts ask a decision model: their addresses, their bodies, their form of a fault.
import {
  DecisionsRequestSchema,
  DecisionsResponseSchema,
  SystemOneRequestSchema,
  SystemOneResponseSchema,
} from "@signalbox/contracts";
import type { FastifyReply } from "fastify";

import {
  answerQuestions,
  type AnsweredQuestions,
} from "../../services/decision-protocols/answer-questions.ts";
import {
  readDecisionsRequest,
  writeDecisionsResponse,
} from "../../services/decision-protocols/openai-decisions.ts";
import {
  readSystemOneRequest,
  writeSystemOneResponse,
} from "../../services/decision-protocols/system-one.ts";
import { defineRoute, type Route } from "../route.ts";

const common = {
  method: "POST",
  access: { kind: "key", scope: "select" },
  tag: "Decision protocols",
  isCompatible: true,
  isBodyLarge: true,
  faultForm: "protocol",
} as const;

const DESCRIPTION =
  "Only `choice` questions are answered: which of several models, or which tier, the conversation needs. " +
  "`x-signalbox-session-id` holds the sessions of the decisions that were journalled, for feedback.";

/** The protocols fix the body, so what they cannot say stands beside it. */
function addHeaders(reply: FastifyReply, { sessionIds, isDegraded }: AnsweredQuestions): void {
  if (sessionIds.length > 0) void reply.header("x-signalbox-session-id", sessionIds.join(", "));
  if (isDegraded) void reply.header("x-signalbox-degraded", "true");
}

export const decisionProtocolRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    operationId: "createDecisions",
    path: "/v1/decisions",
    summary: "The Decisions protocol of OpenAI, for hosts that call a decision model.",
    description: DESCRIPTION,
    body: DecisionsRequestSchema,
    response: DecisionsResponseSchema,
    handler: async ({ context, principal, body, reply }) => {
      const answered = await answerQuestions(context, principal, () => readDecisionsRequest(body));
      addHeaders(reply, answered);
      return writeDecisionsResponse(body, answered);
    },
  }),
  defineRoute({
    ...common,
    operationId: "askSystemOne",
    path: "/v1/systemone",
    summary: "The System One protocol, for hosts that call a self-hosted classifier.",
    description: DESCRIPTION,
    body: SystemOneRequestSchema,
    response: SystemOneResponseSchema,
    handler: async ({ context, principal, body, reply }) => {
      const answered = await answerQuestions(context, principal, () => readSystemOneRequest(body));
      addHeaders(reply, answered);
      return writeSystemOneResponse(body, answered);
    },
  }),
];
