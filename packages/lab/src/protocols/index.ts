import { PARETO } from "./pareto.ts";
import { PARAPHRASE } from "./paraphrase-protocol.ts";
import { PREDICTION, UNSEEN_SOURCE } from "./prediction.ts";
import type { Protocol } from "./protocol.ts";
import { ROUTELLM } from "./routellm.ts";
import { ROUTERBENCH } from "./routerbench.ts";
import { ROUTERDC, ROUTERDC_PUBLISHED } from "./routerdc.ts";
import { UNSEEN_MODEL } from "./unseen-model.ts";

export { contenderOf, oursOf } from "./contender.ts";
export type { Contender } from "./contender.ts";
export { FIGURES, getFigure } from "./judged.ts";
export type { FigureDefinition, FigureName } from "./judged.ts";
export type { Protocol, ProtocolContext } from "./protocol.ts";
export type { FigureResult, MethodResult, SectionResult } from "./summarise-section.ts";

/** Every protocol, in the order of the reports. */
export const PROTOCOLS: readonly Protocol[] = [
  PARETO,
  ROUTELLM,
  ROUTERDC,
  ROUTERDC_PUBLISHED,
  ROUTERBENCH,
  PREDICTION,
  UNSEEN_SOURCE,
  UNSEEN_MODEL,
  PARAPHRASE,
];
