import { polyline, runsOf } from "./line-path.ts";

interface Edges {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** The outline of an SVG area between two edges; null leaves a gap. Empty where nothing is to be drawn. */
export const bandPath = (edges: readonly (Edges | null)[]): string =>
  runsOf(edges)
    .map((run) => {
      const top = run.map(({ x, high }) => ({ x, y: high }));
      const bottom = run.map(({ x, low }) => ({ x, y: low })).toReversed();
      return `${polyline([...top, ...bottom])}Z`;
    })
    .join("");
