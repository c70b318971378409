import type { ReactNode } from "react";
import { Link } from "wouter";

export interface LegendItem {
  readonly name: string;
  readonly value?: string | undefined;
  /** What is behind it. */
  readonly href?: string | undefined;
}

export const seriesClass = (index: number): string => `s${(index % 8) + 1}`;

/** Names and, while the pointer rests on the chart, the values under it. */
export function Legend(props: { readonly items: readonly LegendItem[] }): ReactNode {
  return (
    <ul className="legend">
      {props.items.map((item, index) => (
        <li key={item.name} className={seriesClass(index)}>
          <svg viewBox="0 0 14 10" aria-hidden="true">
            <rect className="series-fill" width="14" height="10" rx="2" />
          </svg>
          {item.href === undefined ? item.name : <Link href={item.href}>{item.name}</Link>}
          {/* Room for a value is kept, so that the chart does not move under the pointer. */}
          <strong> {item.value}</strong>
        </li>
      ))}
    </ul>
  );
}
