import { area } from "d3-shape";

interface Edges {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** The outline of an SVG area between two edges; null leaves a gap. Empty where nothing is to be drawn. */
export function bandPath(edges: readonly (Edges | null)[]): string {
  const path = area<Edges | null>()
    .defined((edge) => edge !== null)
    .x((edge) => edge?.x ?? 0)
    .y0((edge) => edge?.low ?? 0)
    .y1((edge) => edge?.high ?? 0)
    .digits(1);
  return path(edges) ?? "";
}
