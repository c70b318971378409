import { ExperimentSchema, IdParamsSchema } from "@signalbox/contracts";

import { getExperiment } from "../../services/experiments/get-experiment.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

export const experimentRoutes: readonly Route[] = [
  defineRoute({
    operationId: "getExperiment",
    method: "GET",
    path: "/experiments/:id",
    access: { kind: "key", scope: "read" },
    tag: "Replay",
    summary: "What the experiment of a preference has shown, and whether it may be stopped.",
    description: "The id is that of the preference whose policy names the `experiment`.",
    params: IdParamsSchema,
    response: ExperimentSchema,
    handler: (call) => getExperiment(call.context, callerOf(call), call.params.id),
  }),
];
