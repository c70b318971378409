import {
  CreateReplaySchema,
  DoneSchema,
  IdParamsSchema,
  PageOf,
  PageQuerySchema,
  ReplaySchema,
  EndedExperimentSchema,
  ExperimentSchema,
  ExperimentsQuerySchema,
} from "@signalbox/contracts";
import { createReplay, deleteReplay, getReplay, listReplays } from "../../services/replay/replays.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";
import { getExperiment, listExperiments } from "../../services/experiments/experiments.ts";

const tag = "Replay";
const access = { kind: "key", scope: "read" } as const;

export const replayRoutes: readonly Route[] = [
  defineRoute({
    ...reading(tag),
    operationId: "listReplays",
    path: "/replay",
    summary: "The replays that are kept, newest first.",
    query: PageQuerySchema,
    response: PageOf(ReplaySchema),
    handler: (call) => listReplays(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "createReplay",
    method: "POST",
    path: "/replay",
    access,
    tag,
    summary: "Compares two policies on journalled decisions: spend, success, and how sure the difference is.",
    description:
      "Each side is a preference, one version of it, or a policy as written; `{}` is the default policy.",
    body: CreateReplaySchema,
    status: 202,
    response: ReplaySchema,
    handler: (call) => createReplay(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    ...reading(tag),
    operationId: "getReplay",
    path: "/replay/:id",
    summary: "A replay with its progress and, when done, its result.",
    params: IdParamsSchema,
    response: ReplaySchema,
    handler: (call) => getReplay(call.context, callerOf(call), call.params.id),
  }),
  defineRoute({
    operationId: "deleteReplay",
    method: "DELETE",
    path: "/replay/:id",
    access: { kind: "person" },
    tag,
    summary: "Deletes a replay; one that still runs is given up.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deleteReplay(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];

export const experimentRoutes: readonly Route[] = [
  defineRoute({
    ...reading("Replay"),
    operationId: "listExperiments",
    path: "/experiments",
    summary: "Experiments that have ended with what they showed, newest first.",
    query: ExperimentsQuerySchema,
    response: PageOf(EndedExperimentSchema),
    handler: (call) => listExperiments(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    ...reading("Replay"),
    operationId: "getExperiment",
    path: "/experiments/:id",
    summary: "What the experiment of a preference has shown, and whether it may be stopped.",
    description: "The id is that of the preference whose policy names the `experiment`.",
    params: IdParamsSchema,
    response: ExperimentSchema,
    handler: (call) => getExperiment(call.context, callerOf(call), call.params.id),
  }),
];
