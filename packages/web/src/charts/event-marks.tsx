// Events that happened while the quantities of a chart were measured: a numbered line in the picture, and the list that names it.
import type { Box } from "@signalbox/charts";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Name } from "../components/name.tsx";
import { shortTime } from "../lib/format.ts";

export interface ChartEvent {
  /** ISO time. */
  readonly at: string;
  readonly name: string;
  readonly href: string;
}

interface Props {
  readonly events: readonly ChartEvent[];
  readonly box: Box;
  /** The place of a time in the chart; undefined outside of the chart. */
  readonly placeOf: (at: string) => number | undefined;
}

interface Mark {
  readonly at: number;
  readonly first: number;
  last: number;
}

/** Numbers need this much room; what is closer is one mark. */
const MARK_PX = 18;

/** Events counted from one, those that lie together as one mark. */
function marksOf(places: readonly (number | undefined)[]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const [index, at] of places.entries()) {
    if (at === undefined) continue;
    const last = marks.at(-1);
    if (last !== undefined && at - last.at < MARK_PX) last.last = index + 1;
    else marks.push({ at, first: index + 1, last: index + 1 });
  }
  return marks;
}

export function EventMarks({ events, box, placeOf }: Props): ComponentChildren {
  return (
    <g>
      {marksOf(events.map(({ at }) => placeOf(at))).map(({ at, first, last }) => (
        <g key={first}>
          <line className="event-line" x1={at} x2={at} y1={box.top} y2={box.bottom} />
          <text className="strong halo" x={Math.min(at, box.right - 10)} y={box.top + 4} text-anchor="middle">
            {first === last ? first : `${first}–${last}`}
          </text>
        </g>
      ))}
    </g>
  );
}

export function EventList({ events }: { readonly events: readonly ChartEvent[] }): ComponentChildren {
  if (events.length === 0) return null;
  return (
    <ol className="event-list">
      {events.map((event) => (
        <li key={`${event.at}${event.name}`}>
          <Link href={event.href}>
            <Name name={event.name} />
          </Link>{" "}
          <span className="faint">{shortTime(event.at)}</span>
        </li>
      ))}
    </ol>
  );
}
