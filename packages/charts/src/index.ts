// The geometry that the dashboard wraps in JSX and the laboratory's reports in strings.
export {
  type Axis,
  linearAxis,
  logAxis,
  bandPath,
  linePath,
  stackSegments,
  type Box,
  type Point,
  type TimeSeries,
  type NamedPoint,
  averageWidth,
  placeLabels,
  frontier,
} from "./place-labels.ts";
export { apart, extent, thin, ticksOf, type Tick } from "./ticks.ts";
