import { CALIBRATION } from "./calibration/calibration-protocol.ts";
import { CUSTOM } from "./custom/custom-protocol.ts";
import { JUDGED } from "./judged/judged-protocol.ts";
import type { Protocol } from "./runner/protocol.ts";
import { SERVED } from "./served/served-protocol.ts";
import { TASKS } from "./tasks/tasks-protocol.ts";

export {
  getFigure,
  type FigureDefinition,
  type Protocol,
  type ProtocolContext,
  type FigureResult,
  type MethodResult,
  type SectionResult,
} from "./runner/protocol.ts";

/** The protocols that judge the product, in the order of the reports. */
export const PROTOCOLS: readonly Protocol[] = [SERVED, CUSTOM, TASKS, JUDGED, CALIBRATION];
