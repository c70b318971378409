import { linearAxis } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

interface Props {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** The same for all rows of a column, so that they can be compared by eye; holds 0. */
  readonly domain: readonly [number, number];
  /** Words for it, for those who do not see it. */
  readonly label: string;
}

const WIDTH = 132;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const CAP = 4;

/** A dot with whiskers beside the line of no difference: one row of an interval plot. */
export function Whisker({ mean, low, high, domain, label }: Props): ComponentChildren {
  const { place } = linearAxis({ domain, range: [6, WIDTH - 6], format: String, count: 2 });
  const cap = (at: number) => (
    <line className="series-line" x1={place(at)} x2={place(at)} y1={MIDDLE - CAP} y2={MIDDLE + CAP} />
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="chart whisker s1">
      <line className="cursor" x1={place(0)} x2={place(0)} y1={0} y2={HEIGHT} />
      <line className="series-line" x1={place(low)} x2={place(high)} y1={MIDDLE} y2={MIDDLE} />
      {cap(low)}
      {cap(high)}
      <circle className="series-fill" cx={place(mean)} cy={MIDDLE} r={4} />
    </svg>
  );
}
