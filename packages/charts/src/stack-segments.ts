export interface TimeSeries {
  readonly name: string;
  /** One value per time; null where nothing was measured, which leaves a gap. */
  readonly values: readonly (number | null)[];
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
