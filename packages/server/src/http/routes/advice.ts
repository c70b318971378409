import { AdviceRequestSchema, AdviceSchema } from "@signalbox/contracts";

import { adviseAccount } from "../../services/advice/advise-account.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

export const adviceRoutes: readonly Route[] = [
  defineRoute({
    operationId: "adviseOnRoster",
    method: "POST",
    path: "/advice",
    access: { kind: "key", scope: "read" },
    tag: "Advice",
    summary:
      "Which candidates carry the traffic, which are not worth offering, and which models are missing.",
    description:
      "Decides the newest requests of the account again, from their stored readings; no text is read or kept. " +
      "`with`, `without` and `prices` ask what a change of the roster would do.",
    isBodyOptional: true,
    body: AdviceRequestSchema,
    response: AdviceSchema,
    handler: (call) => adviseAccount(call.context, callerOf(call), call.body),
  }),
];
