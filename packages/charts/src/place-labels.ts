// Names beside points, without overlaps: by rank, while there is room. The nearest point to a name is its own; where no such place is
// free a line leads from the point to its name.
import type { Box, Point } from "./lines.ts";

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
