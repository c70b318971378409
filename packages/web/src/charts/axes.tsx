// Axes shared by the charts: few, quiet lines; labels in the units of the reader.
import { thin } from "@signalbox/charts";
import type { Box, Tick } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

import { labelRoom } from "./text-width.ts";

export function AxisLeft(props: {
  readonly box: Box;
  readonly ticks: readonly Tick[];
  readonly title?: string;
}): ComponentChildren {
  const { box } = props;
  return (
    <g>
      {props.title === undefined ? null : (
        <text x={8} y={box.top - 14}>
          {props.title}
        </text>
      )}
      {props.ticks.map((tick) => (
        <g key={tick.key}>
          <line className="grid" x1={box.left} x2={box.right} y1={tick.at} y2={tick.at} />
          <text x={box.left - 8} y={tick.at + 4} text-anchor="end">
            {tick.label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Labels as far as there is room for them. */
export function AxisBottom(props: {
  readonly box: Box;
  readonly ticks: readonly Tick[];
  readonly title?: string;
}): ComponentChildren {
  const { box } = props;
  const room = (box.right - box.left) / labelRoom(props.ticks.map(({ label }) => label));
  return (
    <g>
      <line className="axis" x1={box.left} x2={box.right} y1={box.bottom} y2={box.bottom} />
      {thin(props.ticks, Math.floor(room) + 1).map((tick) => (
        <text key={tick.key} x={tick.at} y={box.bottom + 19} text-anchor="middle">
          {tick.label}
        </text>
      ))}
      {props.title === undefined ? null : (
        <text x={box.right} y={box.bottom + 33} text-anchor="end">
          {props.title}
        </text>
      )}
    </g>
  );
}
