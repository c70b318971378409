// One person's decisions. Bodies in place of queries: an id of a person has no place in the logs of proxies.
import {
  PrivacyCountSchema,
  PrivacyErasedSchema,
  PrivacyEraseSchema,
  PrivacySelectionSchema,
} from "@signalbox/contracts";

import { countSelected, eraseSelected } from "../../services/privacy/erase-decisions.ts";
import { exportSelected } from "../../services/privacy/export-decisions.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { sendLines } from "./send-lists.ts";

const tag = "Privacy";
const access = { kind: "key", scope: "privacy" } as const;

export const privacyRoutes: readonly Route[] = [
  defineRoute({
    operationId: "countSelectedDecisions",
    method: "POST",
    path: "/privacy/count",
    access,
    tag,
    summary: "How many decisions a selection chooses. Changes nothing.",
    body: PrivacySelectionSchema,
    response: PrivacyCountSchema,
    handler: (call) => countSelected(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "exportSelectedDecisions",
    method: "POST",
    path: "/privacy/export",
    access,
    tag,
    summary:
      "Everything that is kept of these decisions and the reports about them, one JSON document a line.",
    body: PrivacySelectionSchema,
    response: "application/x-ndjson",
    handler: async (call) => {
      const records = await exportSelected(call.context, callerOf(call), call.body);
      return sendLines(call.reply, { records, fileName: "signalbox-decisions.ndjson" });
    },
  }),
  defineRoute({
    operationId: "eraseSelectedDecisions",
    method: "POST",
    path: "/privacy/erase",
    access,
    tag,
    summary:
      "Erases these decisions with the reports about them, for good; what was learned from them is forgotten.",
    body: PrivacyEraseSchema,
    response: PrivacyErasedSchema,
    handler: (call) => eraseSelected(call.context, callerOf(call), call.body),
  }),
];
