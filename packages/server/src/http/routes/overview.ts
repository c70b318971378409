import { OverviewQuerySchema, OverviewSchema } from "@signalbox/contracts";

import { getOverview } from "../../services/overview/get-overview.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

export const overviewRoutes: readonly Route[] = [
  defineRoute({
    operationId: "getOverview",
    method: "GET",
    path: "/overview",
    access: { kind: "key", scope: "read" },
    tag: "Overview",
    summary: "Decisions over time, model mix, spend against baselines, success, latency.",
    query: OverviewQuerySchema,
    response: OverviewSchema,
    handler: (call) => getOverview(call.context, callerOf(call), call.query),
  }),
];
