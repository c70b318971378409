// Why a candidate may not compete: a code, and the numbers or the name that did not fit. No words, so that a rejection can be
// kept, compared and decided on; `rejectionWords` makes the sentence.
import type { RejectedCandidate } from "@signalbox/contracts";

import type { Misfits } from "./filter-table.ts";

export type RejectionCode = RejectedCandidate["code"];

/** A number over its limit, or under it. */
export interface Excess {
  readonly need: number;
  readonly limit: number;
}

/** A broken ceiling, or one that cannot be checked because the number is unknown. */
export interface BrokenCeiling {
  /** The expected value. */
  readonly need: number | null;
  readonly limit: number;
  /** The value that the call stays below with 80 % probability. */
  readonly sure?: number | undefined;
}

type RejectionOf<Code extends RejectionCode> = {
  readonly label: string;
  readonly code: Code;
} & Misfits[Code];
export type RejectionRecord = { readonly [Code in RejectionCode]: RejectionOf<Code> }[RejectionCode];
