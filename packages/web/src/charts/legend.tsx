import type { ReactNode } from "react";

export interface LegendItem {
  readonly name: string;
  readonly value?: string | undefined;
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
          {item.name}
          {item.value === undefined ? null : <strong> {item.value}</strong>}
        </li>
      ))}
    </ul>
  );
}
