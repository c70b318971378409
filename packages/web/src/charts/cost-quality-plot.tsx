// Cost against quality, drawn as a line of track: the frontier is the running line, dominated candidates are on sidings,
// and the signal is pulled off at the pick. Costs span decades, so the axis is logarithmic.
import { extent, frontier, linearAxis, logAxis, linePath } from "@signalbox/charts";
import type { Axis, Point } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

import { percent } from "../lib/format.ts";
import { SECONDS, SHARE, USD } from "../lib/units.ts";
import { AxisBottom, AxisLeft } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { StationMarks } from "./station-marks.tsx";
import type { Station } from "./station-marks.tsx";
import { labelRoom, leftOf } from "./text-width.ts";
import { useWidth } from "./use-width.ts";

export interface PlotPoint {
  readonly label: string;
  /** Expected dollars (or seconds) of one call; null = unknown, which cannot be placed. */
  readonly cost: number | null;
  /** @range 0..1 */
  readonly success: number;
  readonly spread: number;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly points: readonly PlotPoint[];
  readonly pickedLabel: string | undefined;
  /** Draws the track through these instead of through the frontier of the points. */
  readonly line?: readonly PlotPoint[];
  readonly unit: "usd" | "seconds";
  readonly isBare?: boolean;
  /** The quantity that the vertical axis measures; "estimated success" when absent. */
  readonly measure?: string;
}

const HEIGHT_PX = 320;
const FLOOR = 1e-9;

export function CostQualityPlot(props: Props): ComponentChildren {
  const [ref, widthPx] = useWidth(640);
  const format = props.unit === "usd" ? USD.tick : SECONDS.tick;
  const placed = props.points.flatMap((point) =>
    point.cost === null ? [] : [{ ...point, cost: Math.max(point.cost, FLOOR) }],
  );
  const [top, bottom] = [30, HEIGHT_PX - 40];
  const drawn = [...placed, ...(props.line ?? [])];
  const domain = costDomain(
    drawn.flatMap((point) => (point.cost === null ? [] : [Math.max(point.cost, FLOOR)])),
  );
  const y = linearAxis({
    domain: successDomain(drawn),
    range: [bottom - 8, top + 12],
    count: 5,
    format: SHARE.tick,
  });
  const box = { left: leftOf(y.ticks), right: widthPx - 16, top, bottom };
  const x = placeCosts(domain, [box.left + 14, box.right - 24], format);
  const line = frontier(placed);
  const track = (props.line ?? line).flatMap((point) =>
    point.cost === null ? [] : [{ x: x.place(Math.max(point.cost, FLOOR)), y: y.place(point.success) }],
  );
  const stations: Station[] = placed.map((point) => ({
    ...point,
    x: x.place(point.cost),
    y: y.place(point.success),
    lowY: y.place(Math.max(0, point.success - point.spread)),
    highY: y.place(Math.min(1, point.success + point.spread)),
    isPicked: point.label === props.pickedLabel,
    isFrontier: line.includes(point),
  }));
  const unplaced = props.points.length - placed.length;
  return (
    <ChartFrame {...props} summary={summaryOf(props, line.length)} data={tableOf(props, line)}>
      <div ref={ref}>
        <svg viewBox={`0 0 ${widthPx} ${HEIGHT_PX}`} role="img" aria-label={summaryOf(props, line.length)}>
          <AxisLeft box={box} ticks={y.ticks} title={props.measure ?? "estimated success"} />
          <AxisBottom
            box={box}
            ticks={x.ticks}
            title={props.unit === "usd" ? "expected dollars of the call" : "expected seconds of the call"}
          />
          <TrackPath points={track.sort((a, b) => a.x - b.x)} />
          <StationMarks stations={stations} track={track} box={box} />
        </svg>
      </div>
      <p className="hint">Whiskers: one standard deviation either way.</p>
      {unplaced === 0 ? null : (
        <p className="hint">
          {unplaced} {unplaced === 1 ? "candidate has" : "candidates have"} no known{" "}
          {props.unit === "usd" ? "price" : "speed"} and cannot be placed; the table lists them.
        </p>
      )}
    </ChartFrame>
  );
}

/** Labels of an axis differ in width: those that are drawn decide how far apart they stand. */
function placeCosts(
  domain: [number, number],
  range: readonly [number, number],
  format: (value: number) => string,
): Axis {
  const dense = logAxis({ domain, range, gapPx: 1, format });
  const gapPx = labelRoom(dense.ticks.map(({ label }) => label));
  return logAxis({ domain, range, gapPx, format });
}

function costDomain(costs: readonly number[]): [number, number] {
  const [low, high] = extent(costs) ?? [0.001, 0.01];
  return low === high ? [low / 3, high * 3] : [low / 1.3, high * 1.3];
}

function successDomain(points: readonly PlotPoint[]): [number, number] {
  const [low, high] = extent(
    points.flatMap((one) => [one.success - one.spread, one.success + one.spread]),
  ) ?? [0, 1];
  return [Math.max(0, low - 0.03), Math.min(1, high + 0.03)];
}

function summaryOf(props: Props, frontierCount: number): string {
  const pick = props.points.find((point) => point.label === props.pickedLabel);
  const base = `${props.points.length} candidates by expected cost and estimated success; ${frontierCount} on the frontier.`;
  return pick === undefined ? base : `${base} Picked: ${pick.label}, ${percent(pick.success)}.`;
}

function tableOf(props: Props, line: readonly PlotPoint[]) {
  const onLine = new Set(line.map((point) => point.label));
  return {
    columns: ["label", "success", "spread", props.unit, "frontier", "picked"],
    rows: props.points.map((point) => [
      point.label,
      point.success,
      point.spread,
      point.cost,
      onLine.has(point.label) ? "yes" : "no",
      point.label === props.pickedLabel ? "yes" : "no",
    ]),
  };
}

/** A running line from point to point, straight between them, because nothing is known there: sleepers, then the two rails. */
function TrackPath(props: { readonly points: readonly Point[] }): ComponentChildren {
  if (props.points.length < 2) return null;
  const path = linePath(props.points);
  return (
    <g aria-hidden="true">
      <path className="track-sleepers" d={path} />
      <path className="track-bed" d={path} />
      <path className="track-gap" d={path} />
    </g>
  );
}
