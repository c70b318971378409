import { linePath } from "@signalbox/charts";
import type { Point } from "@signalbox/charts";
import type { ReactNode } from "react";

/** A running line from point to point, straight between them, because nothing is known there: sleepers, then the two rails. */
export function TrackPath(props: { readonly points: readonly Point[] }): ReactNode {
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
