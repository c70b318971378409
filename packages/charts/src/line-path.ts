import type { Point } from "./box.ts";

const pair = ({ x, y }: Point): string => `${+x.toFixed(1)},${+y.toFixed(1)}`;

/** What lies between gaps, in order; none of it is empty. */
export function runsOf<T>(items: readonly (T | null)[]): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let isOpen = false;
  for (const item of items) {
    if (item !== null && isOpen) runs.at(-1)?.push(item);
    else if (item !== null) runs.push([item]);
    isOpen = item !== null;
  }
  return runs;
}

/** An open outline through the points. */
export const polyline = (points: readonly Point[]): string => `M${points.map(pair).join("L")}`;

/** The path of an SVG line through the points; null leaves a gap. Empty where nothing is to be drawn. */
export const linePath = (points: readonly (Point | null)[]): string =>
  runsOf(points)
    .map((run) => (run.length === 1 ? `${polyline(run)}Z` : polyline(run)))
    .join("");
