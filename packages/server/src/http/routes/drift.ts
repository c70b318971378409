import {
  AlertSchema,
  DriftSchema,
  IdParamsSchema,
  ServiceHealthQuerySchema,
  ServiceHealthReportSchema,
  UpdateAlertSchema,
} from "@signalbox/contracts";

import { updateAlert } from "../../services/alerts/update-alert.ts";
import { getServiceHealth } from "../../services/service-health/get-service-health.ts";
import { getDrift } from "../../services/drift/get-drift.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";

export const driftRoutes: readonly Route[] = [
  defineRoute({
    ...reading("Overview"),
    operationId: "getDrift",
    path: "/health/drift",
    summary: "Predicted against reported success per model and field, with the alerts.",
    response: DriftSchema,
    handler: (call) => getDrift(call.context, callerOf(call)),
  }),
  defineRoute({
    ...reading("Overview"),
    operationId: "getServiceHealth",
    path: "/health/service",
    summary: "Latency, errors and shed load of the service over time, its database, journal and replicas.",
    query: ServiceHealthQuerySchema,
    response: ServiceHealthReportSchema,
    handler: (call) => getServiceHealth(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "updateAlert",
    method: "PATCH",
    path: "/health/alerts/:id",
    access: { kind: "person" },
    tag: "Overview",
    summary: "Acknowledges an alert, or mutes it and what follows of its kind for a time.",
    params: IdParamsSchema,
    body: UpdateAlertSchema,
    response: AlertSchema,
    handler: (call) => updateAlert(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
];
