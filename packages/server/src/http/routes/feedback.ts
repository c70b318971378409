// Feedback in our own form and in the forms that existing clients send.
import {
  CompatFeedbackResultSchema,
  CompatFeedbackSchema,
  CompatLatencySchema,
  EvidenceErasedSchema,
  EvidenceListSchema,
  FeedbackResultSchema,
  FeedbackSchema,
  IdParamsSchema,
} from "@signalbox/contracts";

import { eraseEvidence, listEvidence } from "../../services/feedback/evidence.ts";
import { reportLatency } from "../../services/feedback/observe-latency.ts";
import { recordFeedback } from "../../services/feedback/record-feedback.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "Feedback";
const access = { kind: "key", scope: "feedback" } as const;

const accuracyRoute = (version: "v1" | "v2"): Route =>
  defineRoute({
    operationId: `reportAccuracy${version.toUpperCase()}`,
    method: "POST",
    path: `/${version}/report/metrics/feedback`,
    isCompatible: true,
    access,
    tag,
    summary: "Feedback as existing clients send it.",
    body: CompatFeedbackSchema,
    response: CompatFeedbackResultSchema,
    handler: async (call) => {
      const { session_id, provider, feedback } = call.body;
      await recordFeedback(call.context, callerOf(call), { session_id, provider, value: feedback.accuracy });
      return { success: true, session_id, feedback: { accuracy: feedback.accuracy } };
    },
  });

const latencyRoute = (version: "v1" | "v2"): Route =>
  defineRoute({
    operationId: `reportLatency${version.toUpperCase()}`,
    method: "POST",
    path: `/${version}/report/metrics/latency`,
    isCompatible: true,
    access,
    tag,
    summary: "Observed speed as existing clients send it.",
    body: CompatLatencySchema,
    response: CompatFeedbackResultSchema,
    handler: async (call) => {
      const { session_id, feedback } = call.body;
      await reportLatency(call.context, callerOf(call), call.body);
      return { success: true, session_id, feedback: { tokens_per_second: feedback.tokens_per_second } };
    },
  });

export const feedbackRoutes: readonly Route[] = [
  defineRoute({
    operationId: "recordFeedback",
    method: "POST",
    path: "/feedback",
    access,
    tag,
    summary: "How good an answer was; the same report twice counts once.",
    body: FeedbackSchema,
    response: FeedbackResultSchema,
    handler: (call) => recordFeedback(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "listEvidence",
    method: "GET",
    path: "/feedback",
    access: { kind: "key", scope: "preferences" },
    tag,
    summary: "What is kept to learn from: reports under their key, files under their router.",
    response: EvidenceListSchema,
    handler: async (call) => ({ data: [...(await listEvidence(call.context, callerOf(call)))] }),
  }),
  defineRoute({
    operationId: "eraseEvidence",
    method: "DELETE",
    path: "/feedback/:id",
    access: { kind: "key", scope: "preferences" },
    tag,
    summary: "Erases a custom router with its rows, or the reports of a key, and what they taught.",
    description:
      "409 while a preference names the router. Reports of a key take an owner, or a key that also has the scope `privacy`.",
    params: IdParamsSchema,
    response: EvidenceErasedSchema,
    handler: (call) => eraseEvidence(call.context, callerOf(call), call.params.id),
  }),
  accuracyRoute("v1"),
  accuracyRoute("v2"),
  latencyRoute("v1"),
  latencyRoute("v2"),
];
