// The box beside the pointer: the moment, each series by its value, and their total.
import type { ComponentChildren } from "preact";

import { seriesClass } from "./legend.tsx";

export interface TipRow {
  readonly name: string;
  /** Null where it is not known. */
  readonly value: number | null;
  /** Index of the series, for its colour; undefined for the span before. */
  readonly index: number | undefined;
}

interface Props {
  readonly title: string;
  readonly rows: readonly TipRow[];
  readonly say: (value: number | null) => string;
  /** Whether the values add up to something. */
  readonly hasTotal: boolean;
  readonly xPx: number;
  readonly widthPx: number;
}

const ROWS_MAX = 8;

/** The largest first, without unknown values, and without zeros where another value is known. */
export function tipRows(rows: readonly TipRow[]): readonly TipRow[] {
  const known = rows.filter(({ value }) => value !== null);
  const shown = known.filter(({ value }) => value !== 0);
  return (shown.length === 0 ? known.slice(0, 1) : shown).toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
}

export function ChartTip({ title, rows, say, hasTotal, xPx, widthPx }: Props): ComponentChildren {
  const sorted = tipRows(rows);
  const own = sorted.filter(({ index }) => index !== undefined);
  const more = sorted.length - ROWS_MAX;
  const isRight = xPx > widthPx / 2;
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={isRight ? { right: `${widthPx - xPx + 10}px` } : { left: `${xPx + 10}px` }}
    >
      <p className="faint">{title}</p>
      <dl>
        {sorted.slice(0, ROWS_MAX).map(({ name, value, index }) => (
          <div key={name} className={index === undefined ? "" : seriesClass(index)}>
            <dt dir="auto">
              <svg viewBox="0 0 10 10">
                {index === undefined ? (
                  <path className="before-line" d="M0 5H10" />
                ) : (
                  <rect className="series-fill" width="10" height="10" rx="2" />
                )}
              </svg>
              <span>{name}</span>
            </dt>
            <dd>{say(value)}</dd>
          </div>
        ))}
        {more > 0 ? (
          <div>
            <dt>and {more} more</dt>
          </div>
        ) : null}
        {hasTotal && own.length > 1 ? (
          <div className="chart-tip-total">
            <dt>Total</dt>
            <dd>{say(own.reduce((sum, { value }) => sum + (value ?? 0), 0))}</dd>
          </div>
        ) : null}
        {sorted.length === 0 ? (
          <div>
            <dt>Nothing known</dt>
          </div>
        ) : null}
      </dl>
    </div>
  );
}
