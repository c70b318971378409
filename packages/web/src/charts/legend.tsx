import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Name } from "../components/name.tsx";

export interface LegendItem {
  readonly name: string;
  /** Its colour; by its place in the list where absent. */
  readonly tone?: number | undefined;
  /** Address of the data behind it. */
  readonly href?: string | undefined;
  /** Drawn as a line: dashes tell it from others where they run together, dots are the span before. */
  readonly line?: "series-line" | "before-line" | undefined;
}

export const seriesClass = (index: number): string => `s${(index % 8) + 1}`;

/** The meaning of the colours. */
export function Legend(props: { readonly items: readonly LegendItem[] }): ComponentChildren {
  return (
    <ul className="legend">
      {props.items.map((item, index) => (
        <li key={item.name} className={seriesClass(item.tone ?? index)}>
          <svg viewBox="0 0 14 10" aria-hidden="true">
            {item.line === undefined ? (
              <rect className="series-fill" width="14" height="10" rx="2" />
            ) : (
              <path className={item.line} d="M0 5H14" />
            )}
          </svg>
          {item.href === undefined ? (
            <Name name={item.name} />
          ) : (
            <Link href={item.href}>
              <Name name={item.name} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
