// Quantities over time, as stacked bars or as lines, with the values of a moment beside the pointer.

import {
  apart,
  linearAxis,
  type Axis,
  type Box,
  type Tick,
  bandPath,
  linePath,
  stackSegments,
  type TimeSeries,
} from "@signalbox/charts";
import type { ComponentChildren, TargetedPointerEvent } from "preact";
import { day, shortTime } from "../lib/format.ts";
import type { Unit } from "../lib/units.ts";
import { AxisBottom, AxisLeft } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { EventList, EventMarks, type ChartEvent } from "./event-marks.tsx";
import { ChartTip, type TipRow } from "./chart-tip.tsx";
import { Legend, type LegendItem, seriesClass } from "./legend.tsx";
import { labelRoom, leftOf, textWidth } from "./text-width.ts";
import { useWidth } from "./use-width.ts";
import { useState } from "preact/hooks";

interface BandedSeries extends TimeSeries {
  /** The interval around each value; null where it is not known. */
  readonly band?: readonly (readonly [low: number, high: number] | null)[];
}

interface Scales {
  readonly series: readonly BandedSeries[];
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

function StackMarks(props: Scales & { readonly stepPx: number; readonly count: number }): ComponentChildren {
  const { x, y, stepPx } = props;
  const barPx = Math.max(1, Math.min(36, stepPx * 0.78));
  return (
    <g>
      {stackSegments(props.series, props.count).map((segment) => (
        <rect
          key={segment.key}
          className={`series-fill ${seriesClass(props.series[segment.series]?.tone ?? segment.series)}`}
          x={x(segment.index) - barPx / 2}
          width={barPx}
          y={y(segment.to)}
          height={Math.max(0.5, y(segment.from) - y(segment.to))}
        />
      ))}
    </g>
  );
}

/** Counts side by side: a line between two of them would show what was never counted. */
export function BarMarks({ series, x, y, stepPx }: Scales & { readonly stepPx: number }): ComponentChildren {
  const barPx = Math.max(1, Math.min(36, stepPx * 0.78) / series.length);
  return (
    <g>
      {series.map((one, position) => (
        <g key={one.name} className={seriesClass(one.tone ?? position)}>
          {one.values.map((value, index) =>
            value === null || value === 0 ? null : (
              <rect
                key={index}
                className="series-fill"
                x={x(index) + (position - series.length / 2) * barPx}
                width={barPx}
                y={y(value)}
                height={Math.max(0.5, y(0) - y(value))}
              />
            ),
          )}
        </g>
      ))}
    </g>
  );
}

/** The span before, dotted over whatever is drawn. */
function BeforeMarks({
  values,
  x,
  y,
}: Omit<Scales, "series"> & { readonly values: readonly (number | null)[] }): ComponentChildren {
  const places = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  return <path className="before-line" d={linePath(places)} />;
}

/** The last series is drawn first, and those before it lie upon it. */
function LineMarks(props: Scales): ComponentChildren {
  const pathOf = ({ values }: TimeSeries): string =>
    linePath(
      values.map((value, index) => (value === null ? null : { x: props.x(index), y: props.y(value) })),
    );
  const bandOf = ({ band = [] }: BandedSeries): string =>
    bandPath(
      band.map((edges, index) =>
        edges === null ? null : { x: props.x(index), low: props.y(edges[0]), high: props.y(edges[1]) },
      ),
    );
  return (
    <g>
      {props.series
        .map((one, position) => (
          <g key={one.name} className={seriesClass(one.tone ?? position)}>
            {one.band === undefined ? null : <path className="series-band" d={bandOf(one)} />}
            <path className="series-line" d={pathOf(one)} />
            {one.values.map((value, index) =>
              value === null || hasNeighbour(one.values, index) ? null : (
                <circle key={index} className="series-fill" cx={props.x(index)} cy={props.y(value)} r={3} />
              ),
            )}
          </g>
        ))
        .toReversed()}
    </g>
  );
}

/** A value between two gaps draws no line, so it is drawn as a dot. */
function hasNeighbour(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) !== null || (values[index + 1] ?? null) !== null;
}

interface Scale {
  /** The place where the first step begins. */
  readonly leftPx: number;
  readonly stepPx: number;
  readonly count: number;
  readonly onSelect: ((first: number, last: number) => void) | undefined;
}

type Move = (event: TargetedPointerEvent<SVGSVGElement>) => void;

/** The step under the pointer, the one where a press began, and the span that is selected when it ends. */
function useBrush({ leftPx, stepPx, count, onSelect }: Scale) {
  const [hovered, setHovered] = useState<number>();
  const [pressed, setPressed] = useState<number>();
  const indexAt = (event: TargetedPointerEvent<SVGSVGElement>): number | undefined => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor((left - leftPx) / stepPx);
    return index >= 0 && index < count ? index : undefined;
  };
  const onPointerMove: Move = (event) => setHovered(indexAt(event));
  const onPointerDown: Move = (event) => setPressed(indexAt(event));
  const onPointerUp: Move = (event) => {
    const index = indexAt(event);
    setPressed(undefined);
    if (pressed === undefined || index === undefined) return;
    onSelect?.(Math.min(pressed, index), Math.max(pressed, index));
  };
  const onPointerLeave: Move = () => {
    setHovered(undefined);
    setPressed(undefined);
  };
  return { hovered, pressed, handlers: { onPointerMove, onPointerDown, onPointerUp, onPointerLeave } };
}

interface LinkedSeries extends BandedSeries {
  /** Address of the data behind the series. */
  readonly href?: string;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly summary: string;
  /** ISO times, ascending. */
  readonly times: readonly string[];
  readonly series: readonly LinkedSeries[];
  readonly kind: "stack" | "line" | "bars";
  readonly unit: Unit;
  /** Values are counts: the axis has whole numbers only. */
  readonly isCount?: boolean;
  /** The least value that the axis reaches: shares that are all but nothing do not fill the picture. */
  readonly reach?: number;
  readonly isBare?: boolean;
  /** The figure that sums the picture up, above it. */
  readonly lead?: string;
  /** Choices that change the drawing. */
  readonly tools?: ComponentChildren;
  /** The same of the span before, drawn dotted; its moments stand where those of this span do. */
  readonly before?: { readonly name: string; readonly values: readonly (number | null)[] } | undefined;
  /** The events that happened meanwhile, oldest first. */
  readonly events?: readonly ChartEvent[];
  /** Called with the span that was clicked or dragged over, as indices into `times`. */
  readonly onSelect?: (first: number, last: number) => void;
}

const HEIGHT_PX = 210;

const MARKS = { stack: StackMarks, bars: BarMarks, line: LineMarks } as const;

export function TimeChart(props: Props): ComponentChildren {
  const [ref, widthPx] = useWidth(640);
  const { times, series, events = [] } = props;
  const Marks = MARKS[props.kind];
  const [top, bottom] = [8, HEIGHT_PX - 24];
  const y = axisOf(props, [bottom, top]);
  const box = { left: leftOf(y.ticks), right: widthPx - 8, top, bottom };
  const stepPx = (box.right - box.left) / Math.max(1, times.length);
  const x = (index: number): number => box.left + stepPx * (index + 0.5);
  const placeOf = (at: string): number | undefined => placeInTime(at, times, box.left, stepPx);
  const ticks = ticksOf(times, x, widthPx);
  const { hovered, pressed, handlers } = useBrush({
    leftPx: box.left,
    stepPx,
    count: times.length,
    onSelect: props.onSelect,
  });
  return (
    <ChartFrame {...props} data={tableOf(times, withBefore(props))}>
      <div className="stack" ref={ref}>
        {props.lead === undefined ? null : <p>{props.lead}</p>}
        <Legend items={legendOf(props)} />
        <div className="chart-canvas">
          {hovered === undefined ? null : (
            <ChartTip
              title={shortTime(times[hovered])}
              rows={tipOf(props, hovered)}
              say={props.unit.say}
              hasTotal={props.kind === "stack"}
              xPx={x(hovered)}
              widthPx={widthPx}
            />
          )}
          <svg
            viewBox={`0 0 ${widthPx} ${HEIGHT_PX}`}
            role="img"
            aria-label={props.summary}
            data-selects={props.onSelect !== undefined || undefined}
            {...handlers}
          >
            <AxisLeft box={box} ticks={y.ticks} />
            <Marks series={series} x={x} y={y.place} stepPx={stepPx} count={times.length} />
            {props.before === undefined ? null : (
              <BeforeMarks values={props.before.values.slice(0, times.length)} x={x} y={y.place} />
            )}
            <Pointed hovered={hovered} pressed={pressed} x={x} stepPx={stepPx} box={box} />
            <EventMarks events={events} box={box} placeOf={placeOf} />
            <AxisBottom box={box} ticks={ticks} />
          </svg>
        </div>
        <EventList events={events} />
      </div>
    </ChartFrame>
  );
}

/** A day stands once, where it begins, as far as there is room; half of a label may reach beyond its moment, none beyond the picture. */
function ticksOf(times: readonly string[], x: (index: number) => number, widthPx: number): readonly Tick[] {
  const write = spanDays(times) > 3 ? day : shortTime;
  const all = times.map((time, index) => {
    const label = write(time);
    return { key: time, at: Math.min(x(index), widthPx - textWidth(label) / 2), label };
  });
  const named = all.filter(({ label }, index) => label !== all[index - 1]?.label);
  return apart(named, labelRoom(named.map(({ label }) => label)));
}

interface PointedProps {
  readonly hovered: number | undefined;
  readonly pressed: number | undefined;
  readonly x: (index: number) => number;
  readonly stepPx: number;
  readonly box: Box;
}

/** The moment under the pointer, and the span that is being dragged over. */
function Pointed({ hovered, pressed, x, stepPx, box }: PointedProps): ComponentChildren {
  if (hovered === undefined) return null;
  const { top, bottom } = box;
  return (
    <>
      {pressed === undefined ? null : (
        <rect
          className="brushed"
          x={x(Math.min(pressed, hovered)) - stepPx / 2}
          width={stepPx * (Math.abs(hovered - pressed) + 1)}
          y={top}
          height={bottom - top}
        />
      )}
      <line className="cursor" x1={x(hovered)} x2={x(hovered)} y1={top} y2={bottom} />
    </>
  );
}

function legendOf({ series, before, kind }: Props): readonly LegendItem[] {
  const own = series.map(({ name, href, tone }) => ({
    name,
    href,
    tone,
    line: kind === "line" ? ("series-line" as const) : undefined,
  }));
  return before === undefined ? own : [...own, { name: before.name, line: "before-line" }];
}

function tipOf({ series, before }: Props, at: number): readonly TipRow[] {
  const own = series.map(({ name, values, tone }, index) => ({
    name,
    value: values[at] ?? null,
    index: tone ?? index,
  }));
  if (before === undefined) return own;
  return [...own, { name: before.name, value: before.values[at] ?? null, index: undefined }];
}

function axisOf(props: Props, range: readonly [number, number]): Axis {
  return linearAxis({
    domain: [lowest(props), Math.max(highest(props), props.reach ?? 0) || (lowest(props) < 0 ? 0 : 1)],
    range,
    count: 4,
    format: props.unit.tick,
    isNice: true,
    isCount: props.isCount === true,
  });
}

/** Values and the edges of their bands. */
const drawnOf = ({ values, band = [] }: BandedSeries): number[] =>
  [...values, ...band.flat()].map((value) => value ?? 0);

/** Amounts may be losses; everything else starts at zero. */
const lowest = ({ series, before }: Props): number =>
  Math.min(0, ...series.flatMap(drawnOf), ...(before?.values ?? []).map((value) => value ?? 0));

function highest(props: Props): number {
  const { series, times } = props;
  const earlier = Math.max(0, ...(props.before?.values ?? []).map((value) => value ?? 0));
  if (props.kind !== "stack") return Math.max(earlier, ...series.flatMap(drawnOf));
  const sums = times.map((_, index) => series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0));
  return Math.max(earlier, ...sums);
}

function placeInTime(
  at: string,
  times: readonly string[],
  leftPx: number,
  stepPx: number,
): number | undefined {
  const [first, second] = [times[0], times[1]];
  if (first === undefined || second === undefined) return undefined;
  const steps = (Date.parse(at) - Date.parse(first)) / (Date.parse(second) - Date.parse(first));
  return steps < 0 || steps > times.length ? undefined : leftPx + steps * stepPx;
}

function spanDays(times: readonly string[]): number {
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? 0 : (Date.parse(last) - Date.parse(first)) / 86_400_000;
}

const columnsOf = ({ name, band }: BandedSeries): string[] =>
  band === undefined ? [name] : [name, `${name}, low`, `${name}, high`];

function cellsAt({ values, band }: BandedSeries, index: number): (number | null)[] {
  const value = values[index] ?? null;
  return band === undefined ? [value] : [value, ...(band[index] ?? [null, null])];
}

/** In the table the span before is a column like any other. */
const withBefore = ({ series, before }: Props): readonly BandedSeries[] =>
  before === undefined ? series : [...series, before];

function tableOf(times: readonly string[], series: readonly BandedSeries[]) {
  return {
    columns: ["time", ...series.flatMap(columnsOf)],
    rows: times.map((time, index) => [time, ...series.flatMap((one) => cellsAt(one, index))]),
  };
}
