import type { ComponentChildren } from "preact";

import { percent } from "../lib/format.ts";

interface Props {
  /** @range 0..1 */
  readonly success: number;
  /** One standard deviation. */
  readonly spread: number;
}

/** A probability as a bar with its spread drawn as a whisker. */
export function Probability(props: Props): ComponentChildren {
  const at = (value: number): number => Math.min(100, Math.max(0, value * 100));
  const text = `${percent(props.success)} ± ${Math.round(props.spread * 100)}`;
  return (
    <span className="meter">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" className="s1">
        <rect className="bar-bed" y="3" width="100" height="6" />
        <rect className="series-fill" y="3" width={at(props.success)} height="6" />
        <rect
          className="whisker"
          x={at(props.success - props.spread)}
          width={Math.max(1, at(props.success + props.spread) - at(props.success - props.spread))}
          y="5"
          height="2"
        />
      </svg>
      <span className="number" title={text}>
        {percent(props.success)}
      </span>
    </span>
  );
}
