import { linePath } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

interface Props {
  /** Differences around zero; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** Words for the line, for those who do not see it. */
  readonly label: string;
}

const WIDTH = 96;
const HEIGHT = 24;

/** A small line around zero, which is drawn too: how a difference went. */
export function Sparkline({ values, label }: Props): ComponentChildren {
  const most = Math.max(0.05, ...values.map((value) => Math.abs(value ?? 0)));
  const x = (index: number): number => 3 + (index / Math.max(1, values.length - 1)) * (WIDTH - 6);
  const y = (value: number): number => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 4);
  const places = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  return (
    <svg className="sparkline s1" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line className="sparkline-zero" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path className="series-line" d={linePath(places)} />
      {places.map((place) =>
        place === null ? null : (
          <circle key={place.x} className="series-fill" cx={place.x} cy={place.y} r={2} />
        ),
      )}
    </svg>
  );
}
