import {
  DecisionDetailSchema,
  DecisionsExportQuerySchema,
  DecisionsQuerySchema,
  ListedDecisionSchema,
  PageOf,
  SessionIdParamsSchema,
  SessionsQuerySchema,
  SessionsSchema,
} from "@signalbox/contracts";

import { EXPORT_COLUMNS, exportDecisions } from "../../services/decisions/reading/export-decisions.ts";
import { followDecisions, type TailEvent } from "../../services/decisions/reading/follow-decisions.ts";
import { getDecision } from "../../services/decisions/reading/get-decision.ts";
import { listDecisions } from "../../services/decisions/reading/list-decisions.ts";
import { listSessions } from "../../services/sessions/list-sessions.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { sendTable, BEAT, eventOf, sendEvents, signalOf } from "./send-lists.ts";

const tag = "Decisions";
const access = { kind: "key", scope: "read" } as const;

async function* toEvents(tail: AsyncIterable<TailEvent>): AsyncGenerator<string> {
  for await (const event of tail) yield event.kind === "beat" ? BEAT : eventOf("decision", event.decision);
}

export const decisionRoutes: readonly Route[] = [
  defineRoute({
    operationId: "listDecisions",
    method: "GET",
    path: "/decisions",
    access,
    tag,
    summary: "Journalled decisions, filtered, searched and sorted.",
    query: DecisionsQuerySchema,
    response: PageOf(ListedDecisionSchema),
    handler: (call) => listDecisions(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "exportDecisions",
    method: "GET",
    path: "/decisions/export",
    access,
    tag,
    summary: "Every decision that fits the filters, newest first, as CSV.",
    query: DecisionsExportQuerySchema,
    response: "text/csv",
    handler: (call) =>
      sendTable(call.reply, {
        columns: EXPORT_COLUMNS,
        rows: exportDecisions(call.context, callerOf(call), call.query),
        fileName: "decisions.csv",
      }),
  }),
  defineRoute({
    operationId: "followDecisions",
    method: "GET",
    path: "/decisions/stream",
    access,
    tag,
    summary: "New decisions as they are made (server-sent events).",
    response: "text/event-stream",
    handler: (call) => {
      const tail = followDecisions(call.context, callerOf(call), signalOf(call.request));
      return sendEvents(call.reply, toEvents(tail));
    },
  }),
  defineRoute({
    operationId: "getDecision",
    method: "GET",
    path: "/decisions/:session_id",
    access,
    tag,
    summary: "One decision with its whole explanation and what was reported about it.",
    params: SessionIdParamsSchema,
    response: DecisionDetailSchema,
    handler: (call) => getDecision(call.context, callerOf(call), call.params.session_id),
  }),
  defineRoute({
    operationId: "listDecisionSessions",
    method: "GET",
    path: "/sessions",
    access,
    tag,
    summary: "Conversations of several turns with their models, cost, saving and changes of model.",
    query: SessionsQuerySchema,
    response: SessionsSchema,
    handler: (call) => listSessions(call.context, callerOf(call), call.query),
  }),
];
