import { DriftSchema } from "@signalbox/contracts";

import { getDrift } from "../../services/drift/get-drift.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

export const driftRoutes: readonly Route[] = [
  defineRoute({
    operationId: "getDrift",
    method: "GET",
    path: "/health/drift",
    access: { kind: "key", scope: "read" },
    tag: "Overview",
    summary: "Predicted against reported success per model and field, with the alerts.",
    response: DriftSchema,
    handler: (call) => getDrift(call.context, callerOf(call)),
  }),
];
