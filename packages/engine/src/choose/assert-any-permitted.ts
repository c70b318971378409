// Bans and limits fail closed: where they leave nobody, the answer is an error with every candidate's reason.
import { describeFieldError, SignalboxError, type FieldError } from "@signalbox/contracts";

import type { Estimated } from "../estimate/estimated.ts";
import { FILTER_TABLE } from "../filter/filter-table.ts";
import type { Binding } from "../filter/filter.ts";
import { rejectionWords } from "../filter/rejection-words.ts";
import type { RejectionRecord } from "../filter/rejection.ts";

const FIXES: Readonly<Record<Binding, string>> = {
  always: "Offer a candidate that the preference lets in, or change its rule.",
  unless_waived:
    "Offer a candidate that keeps the limit, loosen it, or set `fallback` to `least_bad` to make it a wish.",
  if_strict: "Offer a candidate that meets this, or loosen the preference.",
};

function faultOf(rejection: RejectionRecord): FieldError {
  return {
    location: `llm_providers: ${rejection.label}`,
    message: rejectionWords(rejection),
    fix: FIXES[FILTER_TABLE[rejection.code].binds],
  };
}

/** @throws SignalboxError no_eligible_candidate with one fault for every candidate */
export function assertAnyPermitted(
  permitted: readonly Estimated[],
  rejected: readonly RejectionRecord[],
): void {
  if (permitted.length > 0) return;
  const errors = rejected.map(faultOf);
  const first = errors[0] === undefined ? "" : ` ${describeFieldError(errors[0])}`;
  const detail = `Every one of the ${rejected.length} candidates is rejected.${first}`;
  throw new SignalboxError("no_eligible_candidate", detail, { errors });
}
