import { bandPath, linePath, stackSegments } from "@signalbox/charts";
import type { TimeSeries } from "@signalbox/charts";
import type { ComponentChildren } from "preact";

import { seriesClass } from "./legend.tsx";

export interface BandedSeries extends TimeSeries {
  /** The interval around each value; null where it is not known. */
  readonly band?: readonly (readonly [low: number, high: number] | null)[];
}

interface Scales {
  readonly series: readonly BandedSeries[];
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

export function StackMarks(
  props: Scales & { readonly stepPx: number; readonly count: number },
): ComponentChildren {
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
export function BeforeMarks({
  values,
  x,
  y,
}: Omit<Scales, "series"> & { readonly values: readonly (number | null)[] }): ComponentChildren {
  const places = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  return <path className="before-line" d={linePath(places)} />;
}

/** The last series is drawn first, and those before it lie upon it. */
export function LineMarks(props: Scales): ComponentChildren {
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
