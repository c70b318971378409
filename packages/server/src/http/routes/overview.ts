import {
  OverviewGroupsQuerySchema,
  OverviewGroupsSchema,
  OverviewQuerySchema,
  OverviewSavingsQuerySchema,
  OverviewSavingsSchema,
  OverviewSchema,
  OverviewTagsSchema,
} from "@signalbox/contracts";

import { getGroups, listTags } from "../../services/overview/get-groups.ts";
import { getOverview } from "../../services/overview/get-overview.ts";
import { getSavings } from "../../services/overview/get-savings.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";

export const overviewRoutes: readonly Route[] = [
  defineRoute({
    ...reading("Overview"),
    operationId: "getOverview",
    path: "/overview",
    summary: "Decisions over time, model mix, spend against baselines, success, latency.",
    query: OverviewQuerySchema,
    response: OverviewSchema,
    handler: (call) => getOverview(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    ...reading("Overview"),
    operationId: "getOverviewGroups",
    path: "/overview/groups",
    summary: "Decisions, spend and success by model, key, preference, field, language or operation.",
    query: OverviewGroupsQuerySchema,
    response: OverviewGroupsSchema,
    handler: (call) => getGroups(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    ...reading("Overview"),
    operationId: "listTags",
    path: "/overview/tags",
    summary: "Tags that decisions of the last 30 days have, with their most frequent values.",
    response: OverviewTagsSchema,
    handler: (call) => listTags(call.context, callerOf(call)),
  }),
  defineRoute({
    ...reading("Overview"),
    operationId: "getOverviewSavings",
    path: "/overview/savings",
    summary: "Dollars saved over time against one way of not routing, with an interval.",
    query: OverviewSavingsQuerySchema,
    response: OverviewSavingsSchema,
    handler: (call) => getSavings(call.context, callerOf(call), call.query),
  }),
];
