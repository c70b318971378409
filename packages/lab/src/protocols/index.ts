import { CALIBRATION } from "./calibration/calibration-protocol.ts";
import { CUSTOM } from "./custom/custom-protocol.ts";
import { JUDGED } from "./judged/judged-protocol.ts";
import { PARETO } from "./pareto/pareto.ts";
import { PARAPHRASE } from "./paraphrase/paraphrase-protocol.ts";
import { PREDICTION, UNSEEN_SOURCE } from "./prediction/prediction.ts";
import type { Protocol } from "./runner/protocol.ts";
import { ROUTELLM } from "./routellm/routellm.ts";
import { ROUTERBENCH } from "./routerbench/routerbench.ts";
import { ROUTERDC, ROUTERDC_PUBLISHED } from "./routerdc/routerdc.ts";
import { SERVED } from "./served/served-protocol.ts";
import { TASKS } from "./tasks/tasks-protocol.ts";

export { contenderOf, oursOf } from "./runner/contender.ts";
export type { Contender } from "./runner/contender.ts";
export { FIGURES, getFigure } from "./runner/judged.ts";
export type { FigureDefinition, FigureName } from "./runner/judged.ts";
export type { Protocol, ProtocolContext } from "./runner/protocol.ts";
export type { FigureResult, MethodResult, SectionResult } from "./runner/summarise-section.ts";

/** Every protocol, in the order of the reports: the product first, then methods of the laboratory. */
export const PROTOCOLS: readonly Protocol[] = [
  SERVED,
  CUSTOM,
  TASKS,
  JUDGED,
  CALIBRATION,
  PARETO,
  ROUTELLM,
  ROUTERDC,
  ROUTERDC_PUBLISHED,
  ROUTERBENCH,
  PREDICTION,
  UNSEEN_SOURCE,
  PARAPHRASE,
];
