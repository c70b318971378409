import { curveMonotoneX, line } from "d3-shape";
import type { ReactNode } from "react";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A running line through the points: sleepers, then the two rails. */
export function TrackPath(props: { readonly points: readonly Point[] }): ReactNode {
  const path = line<Point>()
    .x((point) => point.x)
    .y((point) => point.y)
    .curve(curveMonotoneX)(props.points);
  if (path === null || props.points.length < 2) return null;
  return (
    <g aria-hidden="true">
      <path className="track-sleepers" d={path} />
      <path className="track-bed" d={path} />
      <path className="track-gap" d={path} />
    </g>
  );
}
