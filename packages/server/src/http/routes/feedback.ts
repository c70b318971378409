// Feedback in our own form and in the forms that existing clients send.
import {
  CompatFeedbackResultSchema,
  CompatFeedbackSchema,
  CompatLatencySchema,
  FeedbackResultSchema,
  FeedbackSchema,
} from "@signalbox/contracts";

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
  accuracyRoute("v1"),
  accuracyRoute("v2"),
  latencyRoute("v1"),
  latencyRoute("v2"),
];
