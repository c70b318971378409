import { line } from "d3-shape";

import type { Point } from "./box.ts";

/** The path of an SVG line through the points; null leaves a gap. Empty where nothing is to be drawn. */
export function linePath(points: readonly (Point | null)[]): string {
  const path = line<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
    .digits(1);
  return path(points) ?? "";
}
