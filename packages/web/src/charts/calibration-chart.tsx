// Predicted against observed success: on the diagonal the estimates can be taken at their word.
import { linearAxis, placeLabels } from "@signalbox/charts";
import type { Box, NamedPoint } from "@signalbox/charts";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { counted, percent } from "../lib/format.ts";
import { SHARE } from "../lib/units.ts";
import { AxisBottom, AxisLeft } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { leftOf, textWidth } from "./text-width.ts";
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
   * Address of the data behind it; a table that holds the same links must be beside the chart, because points are too small to
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
const BESIDE_PX = 20;

export function CalibrationChart(props: Props): ComponentChildren {
  const [ref, widthPx] = useWidth(420);
  const [, navigate] = useLocation();
  const [top, bottom] = [30, HEIGHT_PX - 40];
  const least = { x: lowestOf(props.bins, "predicted"), y: lowestOf(props.bins, "observed") };
  const whole = { format: SHARE.tick, count: 5 } as const;
  const y = linearAxis({ ...whole, domain: [least.y, 1], range: [bottom, top] });
  // Half of the last label stands beyond the end of the axis.
  const box = { left: leftOf(y.ticks), right: widthPx - 24, top, bottom };
  const x = linearAxis({ ...whole, domain: [least.x, 1], range: [box.left, box.right] });
  const most = Math.max(1, ...props.bins.map((bin) => bin.count));
  // The area says how many there are.
  const radius = (count: number): number => 2.5 + 8.5 * Math.sqrt(count / most);
  const points = props.bins.flatMap(({ name: label, count: rank, predicted, observed }) =>
    label === undefined ? [] : [{ label, rank, x: x.place(predicted), y: y.place(observed) }],
  );
  // The diagonal begins where both axes have begun.
  const start = Math.max(least.x, least.y);
  const summary = `Predicted against observed success in ${counted(props.bins.length, "group")}.`;
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
          <line
            className="diagonal"
            x1={x.place(start)}
            y1={y.place(start)}
            x2={x.place(1)}
            y2={y.place(1)}
          />
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
          <PointNames points={points} box={box} />
        </svg>
        <p className="hint">
          On the dashed line reports are as predicted, below it worse. The larger a point, the more reports.
        </p>
      </div>
    </ChartFrame>
  );
}

interface NamesProps {
  readonly points: readonly NamedPoint[];
  readonly box: Box;
}

/** A name that found no room beside its point would seem to be that of another one, and is left out. */
function PointNames({ points, box }: NamesProps): ComponentChildren {
  const isBeside = ({ label, y }: { readonly label: string; readonly y: number }): boolean =>
    points.some((point) => point.label === label && Math.abs(point.y - y) <= BESIDE_PX);
  return placeLabels({ points, track: [], box, widthOf: textWidth })
    .filter(isBeside)
    .map((name) => (
      <text key={name.label} className="halo" x={name.x} y={name.y} text-anchor={name.anchor}>
        {name.text}
      </text>
    ));
}

const titleOf = ({ name, predicted, observed, count }: CalibrationBin): string =>
  `${name === undefined ? "" : `${name}: `}${percent(predicted)} predicted, ${percent(observed)} reported, n = ${count}`;

/** The value at which an axis begins: a tenth below the lowest point, so that points do not crowd into a corner. */
function lowestOf(bins: readonly CalibrationBin[], side: "predicted" | "observed"): number {
  const least = Math.min(1, ...bins.map((bin) => bin[side]));
  return Math.max(0, Math.floor(Math.min(0.8, least - 0.02) * 10) / 10);
}
