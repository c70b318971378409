// Candidates on the plot: a ring each, its spread as a bar, a name where there is room, a signal at the pick.
import type { ReactNode } from "react";

import type { Box } from "./axes.tsx";
import { placeLabels } from "./place-labels.ts";

export interface Station {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly lowY: number;
  readonly highY: number;
  readonly isPicked: boolean;
  readonly isFrontier: boolean;
}

interface Props {
  readonly stations: readonly Station[];
  /** Where the track runs, so that names keep off it. */
  readonly track: readonly { readonly x: number; readonly y: number }[];
  readonly box: Box;
}

export function StationMarks(props: Props): ReactNode {
  const names = placeLabels(props);
  const ordered = [...props.stations].sort((a, b) => Number(a.isPicked) - Number(b.isPicked));
  return (
    <g>
      {ordered.map((station) => (
        <g key={station.label}>
          <line className="spread" x1={station.x} x2={station.x} y1={station.lowY} y2={station.highY} />
          <circle
            className="stop-point"
            data-frontier={station.isFrontier}
            data-picked={station.isPicked}
            cx={station.x}
            cy={station.y}
            r={station.isPicked ? 7 : 5}
          >
            <title>{station.label}</title>
          </circle>
          {station.isPicked ? <PickedSignal x={station.x} y={station.y} /> : null}
        </g>
      ))}
      {names.map((name) => (
        <text
          key={name.label}
          className={name.isPicked ? "halo strong" : "halo"}
          x={name.x}
          y={name.y}
          textAnchor={name.anchor}
        >
          {name.text}
        </text>
      ))}
    </g>
  );
}

/** A semaphore with its arm raised: the road is set. */
function PickedSignal(props: { readonly x: number; readonly y: number }): ReactNode {
  return (
    <g aria-hidden="true" className="moves" transform={`translate(${props.x} ${props.y})`}>
      <line className="picked-post" x1={0} x2={0} y1={-8} y2={-34} />
      <g transform="translate(0 -30) rotate(-40)">
        <rect className="picked-arm" x={-2} y={-4} width={22} height={7} />
        <rect className="picked-arm-stripe" x={14} y={-4} width={2.5} height={7} />
      </g>
    </g>
  );
}
