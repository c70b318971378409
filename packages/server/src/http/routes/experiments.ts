import {
  EndedExperimentSchema,
  ExperimentSchema,
  ExperimentsQuerySchema,
  IdParamsSchema,
  PageOf,
} from "@signalbox/contracts";

import { getExperiment } from "../../services/experiments/get-experiment.ts";
import { listExperiments } from "../../services/experiments/list-experiments.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";
import { reading } from "./reading.ts";

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
