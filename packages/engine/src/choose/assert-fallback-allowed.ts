// Where the preference is strict and nobody is eligible, the answer is an error with every reason.
import { SignalboxError } from "@signalbox/contracts";

import { rejectionWords } from "../filter/rejection-words.ts";
import type { RejectionRecord } from "../filter/rejection.ts";

/** @throws SignalboxError no_eligible_candidate with one fault for every candidate */
export function assertFallbackAllowed(rejected: readonly RejectionRecord[], isStrict: boolean): void {
  if (!isStrict) return;
  throw new SignalboxError(
    "no_eligible_candidate",
    `llm_providers: all ${rejected.length} candidates were rejected and the preference does not allow a fallback.`,
    {
      errors: rejected.map((fault) => ({
        location: `llm_providers: ${fault.label}`,
        message: rejectionWords(fault),
        fix: "Offer a candidate that meets this, or loosen the preference.",
      })),
    },
  );
}
