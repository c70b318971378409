import { linearAxis, thin } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

import { labelRoom } from "./text-width.ts";
import { useWidth } from "./use-width.ts";

interface Props {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Words for the interval, for those who do not see it. */
  readonly label: string;
  /** Labels of the axis. */
  readonly tick: (value: number) => string;
}

const HEIGHT = 56;

/** A difference with its interval, around a zero that is always in the picture: whether the interval reaches it is the verdict. */
export function IntervalMark({ mean, low, high, label, tick: format }: Props): ComponentChildren {
  const [ref, widthPx] = useWidth(480);
  const { place, ticks } = linearAxis({
    domain: [Math.min(0, low), Math.max(0, high)],
    range: [24, widthPx - 24],
    format,
    count: 3,
    isNice: true,
  });
  return (
    <div className="chart interval" ref={ref}>
      <svg viewBox={`0 0 ${widthPx} ${HEIGHT}`} role="img" aria-label={label} className="s1">
        <line className="grid" x1={0} x2={widthPx} y1={20} y2={20} />
        <line className="cursor" x1={place(0)} x2={place(0)} y1={2} y2={38} />
        <line className="series-line" x1={place(low)} x2={place(high)} y1={20} y2={20} />
        <circle className="series-fill" cx={place(mean)} cy={20} r={6} />
        {thin(ticks, Math.floor(widthPx / labelRoom(ticks.map((tick) => tick.label)))).map((tick) => (
          <text key={tick.key} x={tick.at} y={HEIGHT - 4} text-anchor="middle">
            {tick.label}
          </text>
        ))}
      </svg>
    </div>
  );
}
