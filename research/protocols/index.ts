import type { Protocol } from "../../packages/lab/src/protocols/index.ts";
import { PARAPHRASE } from "./paraphrase/paraphrase-protocol.ts";
import { PARETO } from "./pareto/pareto.ts";
import { PREDICTION, UNSEEN_SOURCE } from "./prediction/prediction.ts";
import { ROUTELLM } from "./routellm/routellm.ts";
import { ROUTERBENCH } from "./routerbench/routerbench.ts";
import { ROUTERDC, ROUTERDC_PUBLISHED } from "./routerdc/routerdc.ts";

/** Protocols that others published, and those that compare methods: none of them judges what a user gets. */
export const PUBLISHED: readonly Protocol[] = [
  PARETO,
  ROUTELLM,
  ROUTERDC,
  ROUTERDC_PUBLISHED,
  ROUTERBENCH,
  PREDICTION,
  UNSEEN_SOURCE,
  PARAPHRASE,
];
