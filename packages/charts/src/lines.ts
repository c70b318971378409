// Shapes of charts: lines, bands, stacked segments, boxes.
/** Bounds of the marks of a chart. @unit pixels */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @unit pixels */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const pair = ({ x, y }: Point): string => `${+x.toFixed(1)},${+y.toFixed(1)}`;

/** Splits a line at its gaps, in order; no piece is empty. */
function runsOf<T>(items: readonly (T | null)[]): readonly (readonly T[])[] {
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
const polyline = (points: readonly Point[]): string => `M${points.map(pair).join("L")}`;

/** The path of an SVG line through the points; null leaves a gap. Empty where nothing is to be drawn. */
export const linePath = (points: readonly (Point | null)[]): string =>
  runsOf(points)
    .map((run) => (run.length === 1 ? `${polyline(run)}Z` : polyline(run)))
    .join("");

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

export interface TimeSeries {
  readonly name: string;
  /** One value per time; null where nothing was measured, which leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Its colour; by its place among the series where absent. */
  readonly tone?: number;
}

interface Segment {
  readonly key: string;
  readonly series: number;
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Bars stacked from the bottom, series by series. */
export function stackSegments(series: readonly TimeSeries[], count: number): Segment[] {
  const segments: Segment[] = [];
  for (let index = 0; index < count; index += 1) {
    let from = 0;
    for (const [position, one] of series.entries()) {
      const to = from + (one.values[index] ?? 0);
      if (to > from) segments.push({ key: `${position}-${index}`, series: position, index, from, to });
      from = to;
    }
  }
  return segments;
}
