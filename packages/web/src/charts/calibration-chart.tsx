// Predicted against observed success: on the diagonal the estimates can be taken at their word.
import { linearAxis } from "@signalbox/charts";
import type { ReactNode } from "react";

import { percent } from "../lib/format.ts";
import { AxisBottom, AxisLeft } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { useWidth } from "./use-width.ts";

export interface CalibrationBin {
  /** @range 0..1 */
  readonly predicted: number;
  /** @range 0..1 */
  readonly observed: number;
  readonly count: number;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly bins: readonly CalibrationBin[];
  readonly isBare?: boolean;
}

const HEIGHT_PX = 280;

export function CalibrationChart(props: Props): ReactNode {
  const [ref, widthPx] = useWidth(420);
  const box = { left: 52, right: Math.min(widthPx - 12, 460), top: 12, bottom: HEIGHT_PX - 40 };
  const whole = { domain: [0, 1], format: percent, count: 5 } as const;
  const x = linearAxis({ ...whole, range: [box.left, box.right] });
  const y = linearAxis({ ...whole, range: [box.bottom, box.top] });
  const most = Math.max(1, ...props.bins.map((bin) => bin.count));
  // The area says how many there are.
  const radius = (count: number): number => 2.5 + 8.5 * Math.sqrt(count / most);
  const summary = `Predicted against observed success in ${props.bins.length} groups.`;
  const data = {
    columns: ["predicted", "observed", "count"],
    rows: props.bins.map((bin) => [bin.predicted, bin.observed, bin.count]),
  };
  return (
    <ChartFrame {...props} summary={summary} data={data}>
      <div ref={ref}>
        <svg viewBox={`0 0 ${widthPx} ${HEIGHT_PX}`} role="img" aria-label={summary}>
          <AxisLeft box={box} ticks={y.ticks} />
          <AxisBottom box={box} ticks={x.ticks} title="predicted success" />
          <line className="diagonal" x1={x.place(0)} y1={y.place(0)} x2={x.place(1)} y2={y.place(1)} />
          <g className="s1">
            {props.bins.map((bin) => (
              <circle
                key={bin.predicted}
                className="series-area"
                cx={x.place(bin.predicted)}
                cy={y.place(bin.observed)}
                r={radius(bin.count)}
              />
            ))}
          </g>
        </svg>
      </div>
    </ChartFrame>
  );
}
