// Candidates on the plot: a ring each, its spread as a bar, a name where there is room, a signal at the pick.
import { placeLabels } from "@signalbox/charts";
import type { Box } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

import { textWidth } from "./text-width.ts";

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
  /** The line of the track, so that names keep off it. */
  readonly track: readonly { readonly x: number; readonly y: number }[];
  readonly box: Box;
}

/** The pick is named first, then the frontier. */
const rankOf = (station: Station): number => (station.isPicked ? 2 : station.isFrontier ? 1 : 0);

export function StationMarks(props: Props): ComponentChildren {
  const points = props.stations.map((station) => ({ ...station, rank: rankOf(station) }));
  const names = placeLabels({ points, track: props.track, box: props.box, widthOf: textWidth });
  const picked = props.stations.find((station) => station.isPicked)?.label;
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
      <Leaders names={names} />
      {names.map((name) => (
        <text
          key={name.label}
          className={name.label === picked ? "halo strong" : "halo"}
          x={name.x}
          y={name.y}
          text-anchor={name.anchor}
        >
          {name.text}
        </text>
      ))}
    </g>
  );
}

/** Lines to the names that another point is nearer to. */
export function Leaders({ names }: { readonly names: ReturnType<typeof placeLabels> }): ComponentChildren {
  return names.map(({ label, leader }) =>
    leader === undefined ? null : (
      <line
        key={label}
        className="leader"
        x1={leader[0].x}
        y1={leader[0].y}
        x2={leader[1].x}
        y2={leader[1].y}
      />
    ),
  );
}

/** A semaphore with its arm raised: the road is set. */
function PickedSignal(props: { readonly x: number; readonly y: number }): ComponentChildren {
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
