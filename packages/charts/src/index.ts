// The geometry that the dashboard wraps in JSX and the laboratory's reports in strings.
export type { Axis } from "./axis.ts";
export { linearAxis, logAxis } from "./axis.ts";
export { bandPath, linePath, stackSegments } from "./lines.ts";
export type { Box, Point, TimeSeries } from "./lines.ts";
export { frontier } from "./frontier.ts";
export { apart, extent, thin, ticksOf } from "./ticks.ts";
export type { NamedPoint } from "./place-labels.ts";
export { averageWidth, placeLabels } from "./place-labels.ts";
export type { Tick } from "./ticks.ts";
