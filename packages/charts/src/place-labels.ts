// Names beside points, without overlaps: by rank, while there is room. The nearest point to a name is its own; where no such place is
// free a line leads from the point to its name.

import { logTicks, nice, roundTicks, ticksOf, type Tick } from "./ticks.ts";

// The frontier of cost and quality: the candidates that no other one beats on both counts.

interface CostQuality {
  /** Expected cost, in dollars or seconds. */
  readonly cost: number;
  /** @range 0..1 */
  readonly success: number;
}

/** Undominated points by ascending cost. Of equal points the first stays. */
export function frontier<T extends CostQuality>(points: readonly T[]): T[] {
  const ordered = [...points].sort((a, b) => a.cost - b.cost || b.success - a.success);
  const kept: T[] = [];
  let best = -Infinity;
  for (const point of ordered) {
    if (point.success <= best) continue;
    kept.push(point);
    best = point.success;
  }
  return kept;
}

/** From values to places, with the ticks to draw. */
export interface Axis {
  readonly place: (value: number) => number;
  readonly ticks: readonly Tick[];
}

interface AxisRequest {
  readonly domain: readonly [low: number, high: number];
  /** The places where the ends of the domain lie; falling for an axis that grows upwards. @unit pixels */
  readonly range: readonly [from: number, to: number];
  readonly format: (value: number) => string;
}

interface LinearRequest extends AxisRequest {
  /** About how many ticks. */
  readonly count: number;
  /** Extends the domain to round values. */
  readonly isNice?: boolean;
  /** Counts have no halves: ticks are whole numbers. */
  readonly isCount?: boolean;
}

/** Half a unit around a domain of one value, which would otherwise have no width. */
function widen([low, high]: AxisRequest["domain"]): [number, number] {
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** From a domain to a range in proportion; a domain of one value is in the middle. */
const inProportion =
  ([low, high]: AxisRequest["domain"], [from, to]: AxisRequest["range"]) =>
  (value: number): number =>
    from + (low === high ? 0.5 : (value - low) / (high - low)) * (to - from);

/** Ticks at 1, 2 or 5 times a power of ten. */
export function linearAxis({ domain, range, format, count, isNice, isCount }: LinearRequest): Axis {
  const wide = widen(domain);
  const shown = isNice === true ? nice(wide, count) : wide;
  const place = inProportion(shown, range);
  const values = roundTicks(shown, count).filter((value) => isCount !== true || Number.isInteger(value));
  return { place, ticks: ticksOf(values, place, format) };
}

interface LogRequest extends AxisRequest {
  /** Room that one label needs. @unit pixels */
  readonly gapPx: number;
}

/** @param request domain above 0 */
export function logAxis({ domain, range, format, gapPx }: LogRequest): Axis {
  const inLogs = inProportion([Math.log(domain[0]), Math.log(domain[1])], range);
  const place = (value: number): number => inLogs(Math.log(value));
  return { place, ticks: ticksOf(logTicks(domain, place, gapPx), place, format) };
}

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

export interface NamedPoint extends Point {
  readonly label: string;
  /** Higher ones are named first. */
  readonly rank: number;
}

interface PlacedLabel {
  readonly label: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  /** From the point to the name, where another point is nearer to the name. */
  readonly leader?: readonly [from: Point, to: Point];
}

const CHAR_PX = 6.6;
const LINE_PX = 15;
const TEXT_CHARS_MAX = 28;

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The model's own name is what tells candidates apart; the provider before the slash is dropped. */
function shortText(label: string): string {
  const text = label.split("/").at(-1) ?? label;
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX - 1)}…` : text;
}

const around = ({ x, y }: Point, radiusPx: number): Rectangle => ({
  left: x - radiusPx,
  right: x + radiusPx,
  top: y - radiusPx,
  bottom: y + radiusPx,
});

interface Scene {
  readonly points: readonly NamedPoint[];
  /** A line that names keep off. */
  readonly track: readonly Point[];
  readonly box: Box;
  /** Width of a text as it will be drawn. @unit pixels */
  readonly widthOf: (text: string) => number;
}

/** Points along the track, close enough together that no name fits between them. */
function alongTrack(track: readonly Point[]): Point[] {
  return track.slice(1).flatMap((to, index) => {
    const from = track[index] ?? to;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LINE_PX);
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });
}

/** For a text of 12 px where nothing can measure it: letters of an average width. @unit pixels */
export const averageWidth = (text: string): number => text.length * CHAR_PX;

export function placeLabels({ points, track, box, widthOf }: Scene): PlacedLabel[] {
  const taken: Rectangle[] = points.map((point) => around(point, 6));
  const onTrack = alongTrack(track).map((point) => around(point, 5));
  const isFree = ({ area }: Spot, others: readonly Rectangle[]): boolean =>
    !others.some((other) => overlaps(area, other));
  const placed: PlacedLabel[] = [];
  for (const named of [...points].sort((a, b) => b.rank - a.rank)) {
    const open = spots(named, box, widthOf).filter((one) => isFree(one, taken));
    const own = open.filter(({ area }) => isNearest(named, area, points));
    // A name across the track can still be read; one across another name cannot.
    const near = own.find((one) => isFree(one, onTrack)) ?? own[0];
    const spot = near ?? open.find((one) => isFree(one, onTrack));
    if (spot === undefined) continue;
    taken.push(spot.area);
    placed.push(near === undefined ? withLeader(named, spot) : spot.label);
  }
  return placed;
}

/** From a point to the nearest edge of a name. @unit pixels */
const distanceTo = ({ x, y }: Point, { left, right, top, bottom }: Rectangle): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

const isNearest = (own: NamedPoint, area: Rectangle, points: readonly NamedPoint[]): boolean =>
  points.every((other) => other === own || distanceTo(other, area) > distanceTo(own, area));

function withLeader(point: Point, { label, area }: Spot): PlacedLabel {
  const x = label.anchor === "start" ? area.left - 2 : area.right + 2;
  return {
    ...label,
    leader: [
      { x: point.x, y: point.y },
      { x, y: (area.top + area.bottom) / 2 },
    ],
  };
}

interface Spot {
  readonly label: PlacedLabel;
  readonly area: Rectangle;
}

function spots(named: NamedPoint, box: Box, widthOf: Scene["widthOf"]): Spot[] {
  const text = shortText(named.label);
  const widthPx = widthOf(text);
  const offsets = [4, 20, -12, 34, -26, 48, -40, 62, -54];
  const sides = ["start", "end"] as const;
  return offsets
    .flatMap((dy) => sides.map((anchor) => spotAt(named, { text, widthPx, dy, anchor })))
    .filter(
      ({ area }) =>
        area.left >= box.left &&
        area.right <= box.right + 12 &&
        area.bottom <= box.bottom &&
        area.top >= box.top - LINE_PX,
    );
}

function spotAt(
  named: NamedPoint,
  given: { text: string; widthPx: number; dy: number; anchor: "start" | "end" },
): Spot {
  const x = given.anchor === "start" ? named.x + 11 : named.x - 11;
  const y = named.y + given.dy;
  const left = given.anchor === "start" ? x : x - given.widthPx;
  const label = { label: named.label, text: given.text, x, y, anchor: given.anchor };
  return { label, area: { left, right: left + given.widthPx, top: y - LINE_PX + 3, bottom: y + 3 } };
}
