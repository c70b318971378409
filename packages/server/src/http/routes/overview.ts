import {
  LedgerQuerySchema,
  LedgerSchema,
  OverviewGroupsQuerySchema,
  OverviewGroupsSchema,
  OverviewQuerySchema,
  OverviewSchema,
  OverviewTagsSchema,
} from "@signalbox/contracts";

import { getGroups, listTags } from "../../services/overview/get-groups.ts";
import { getOverview } from "../../services/overview/get-overview.ts";
import { getLedger } from "../../services/overview/get-ledger.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";

export const overviewRoutes: readonly Route[] = [
  defineRoute({
    ...reading("Overview"),
    operationId: "getOverview",
    path: "/overview",
    summary: "Decisions over time, model mix, spend, success, latency.",
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
    operationId: "getLedger",
    path: "/overview/ledger",
    summary: "Dollars expected, billed and saved against one model for all, with intervals.",
    query: LedgerQuerySchema,
    response: LedgerSchema,
    handler: (call) => getLedger(call.context, callerOf(call), call.query),
  }),
];
