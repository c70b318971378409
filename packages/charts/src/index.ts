// The geometry that the dashboard wraps in JSX and the laboratory's reports in strings.
export type { Axis } from "./axis.ts";
export { linearAxis, logAxis } from "./axis.ts";
export { bandPath } from "./band-path.ts";
export type { Box, Point } from "./box.ts";
export type { CostQuality } from "./frontier.ts";
export { frontier } from "./frontier.ts";
export { logTicks } from "./log-ticks.ts";
export { linePath } from "./line-path.ts";
export type { NamedPoint, PlacedLabel } from "./place-labels.ts";
export { averageWidth, placeLabels } from "./place-labels.ts";
export type { TimeSeries } from "./stack-segments.ts";
export { stackSegments } from "./stack-segments.ts";
export type { Tick } from "./ticks.ts";
export { thin, ticksOf } from "./ticks.ts";
