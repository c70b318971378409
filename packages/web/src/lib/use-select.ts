import { useLocation } from "wouter-preact";

import { decisionsHref } from "./explore.ts";
import type { DecisionSort, Filters } from "./explore.ts";
import type { Range } from "./range.ts";

interface Selection {
  readonly times: readonly string[];
  /** Width of a bucket. */
  readonly bucketS: number;
  readonly onRange: (range: Range) => void;
  /** On the list itself a click narrows the span too. */
  readonly isNarrowing?: boolean;
  /** The filters of the chart. */
  readonly filters?: Filters;
  /** Sort order of the decisions that open: what made the bar high. */
  readonly sort?: DecisionSort;
}

/** Opens a clicked bar as decisions; a stretch that was dragged over becomes the span of the page. */
export function useSelect({
  times,
  bucketS,
  onRange,
  isNarrowing,
  filters,
  sort,
}: Selection): (first: number, last: number) => void {
  const [, navigate] = useLocation();
  return (first, last) => {
    const from = times[first];
    const end = times[last];
    if (from === undefined || end === undefined) return;
    const to = new Date(Date.parse(end) + bucketS * 1000).toISOString();
    const range: Range = { span: "custom", from, to };
    if (first === last && isNarrowing !== true) navigate(decisionsHref(range, filters, sort));
    else onRange(range);
  };
}
