// Predicted against observed success: on the diagonal the estimates can be taken at their word.
import { linearAxis, thin } from "@signalbox/charts";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { percent } from "../lib/format.ts";
import { SHARE } from "../lib/units.ts";
import { AxisBottom, AxisLeft } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { labelRoom, leftOf } from "./text-width.ts";
import { useWidth } from "./use-width.ts";

export interface CalibrationBin {
  /** @range 0..1 */
  readonly predicted: number;
  /** @range 0..1 */
  readonly observed: number;
  readonly count: number;
  /** Name of the group. */
  readonly name?: string;
  /**
   * Address of what is behind it; a table that holds the same links must stand beside the chart, because points are too small to
   * hit.
   */
  readonly href?: string;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly bins: readonly CalibrationBin[];
  readonly isBare?: boolean;
}

const HEIGHT_PX = 280;

export function CalibrationChart(props: Props): ComponentChildren {
  const [ref, widthPx] = useWidth(420);
  const [, navigate] = useLocation();
  const [top, bottom] = [30, HEIGHT_PX - 40];
  const whole = { domain: [lowestOf(props.bins), 1], format: SHARE.tick, count: 5 } as const;
  const y = linearAxis({ ...whole, range: [bottom, top] });
  // Half of the last label stands beyond the end of the axis.
  const box = { left: leftOf(y.ticks), right: Math.min(widthPx - 24, 640), top, bottom };
  const across = linearAxis({ ...whole, range: [box.left, box.right] });
  const room = Math.floor((box.right - box.left) / labelRoom(across.ticks.map(({ label }) => label)));
  const x = { place: across.place, ticks: thin(across.ticks, room) };
  const most = Math.max(1, ...props.bins.map((bin) => bin.count));
  // The area says how many there are.
  const radius = (count: number): number => 2.5 + 8.5 * Math.sqrt(count / most);
  const summary = `Predicted against observed success in ${props.bins.length} groups.`;
  const data = {
    columns: ["group", "predicted", "observed", "count"],
    rows: props.bins.map((bin) => [bin.name ?? "", bin.predicted, bin.observed, bin.count]),
  };
  return (
    <ChartFrame {...props} summary={summary} data={data}>
      <div ref={ref}>
        <svg viewBox={`0 0 ${widthPx} ${HEIGHT_PX}`} role="img" aria-label={summary}>
          <AxisLeft box={box} ticks={y.ticks} title="reported success" />
          <AxisBottom box={box} ticks={x.ticks} title="predicted success" />
          <line className="diagonal" x1={box.left} y1={box.bottom} x2={x.place(1)} y2={y.place(1)} />
          <g className="s1">
            {props.bins.map((bin, index) => (
              <circle
                key={bin.name ?? index}
                className="series-area"
                cx={x.place(bin.predicted)}
                cy={y.place(bin.observed)}
                r={radius(bin.count)}
                data-links={bin.href !== undefined || undefined}
                onClick={bin.href === undefined ? undefined : () => navigate(bin.href ?? "")}
              >
                <title>{titleOf(bin)}</title>
              </circle>
            ))}
          </g>
        </svg>
        <p className="hint">
          On the dashed line reports are as predicted, below it worse. The larger a point, the more reports.
        </p>
      </div>
    </ChartFrame>
  );
}

const titleOf = ({ name, predicted, observed, count }: CalibrationBin): string =>
  `${name === undefined ? "" : `${name}: `}${percent(predicted)} predicted, ${percent(observed)} reported, n = ${count}`;

/** The value at which both axes begin: a tenth below the lowest point, so that points do not crowd into a corner. */
function lowestOf(bins: readonly CalibrationBin[]): number {
  const least = Math.min(1, ...bins.flatMap(({ predicted, observed }) => [predicted, observed]));
  return Math.max(0, Math.floor(Math.min(0.8, least - 0.02) * 10) / 10);
}
