import { FILTER_TABLE } from "./filter-table.ts";
import type { Filter } from "./filter.ts";
import type { RejectionCode, RejectionRecord } from "./rejection.ts";

/** One sentence, with the numbers or the name that did not fit. */
export function rejectionWords(rejection: RejectionRecord): string {
  // The code of a rejection says which misfit it holds.
  const { words } = FILTER_TABLE[rejection.code] as Filter<RejectionCode>;
  return words(rejection);
}
