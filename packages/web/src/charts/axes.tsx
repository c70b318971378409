// Axes shared by the charts: few, quiet lines; labels in the units of the reader.
import type { ReactNode } from "react";

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

export function AxisLeft(props: { readonly box: Box; readonly ticks: readonly Tick[] }): ReactNode {
  const { box } = props;
  return (
    <g>
      {props.ticks.map((tick) => (
        <g key={tick.label}>
          <line className="grid" x1={box.left} x2={box.right} y1={tick.at} y2={tick.at} />
          <text x={box.left - 8} y={tick.at + 4} textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
    </g>
  );
}

export function AxisBottom(props: {
  readonly box: Box;
  readonly ticks: readonly Tick[];
  readonly title?: string;
}): ReactNode {
  const { box } = props;
  return (
    <g>
      <line className="axis" x1={box.left} x2={box.right} y1={box.bottom} y2={box.bottom} />
      {props.ticks.map((tick) => (
        <text key={`${tick.label}${tick.at}`} x={tick.at} y={box.bottom + 17} textAnchor="middle">
          {tick.label}
        </text>
      ))}
      {props.title === undefined ? null : (
        <text x={box.right} y={box.bottom + 33} textAnchor="end">
          {props.title}
        </text>
      )}
    </g>
  );
}

/** At most `limit` of the items, evenly spaced, the first always among them. */
export function thin<T>(items: readonly T[], limit: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, limit)));
  return items.filter((_, index) => index % step === 0);
}
