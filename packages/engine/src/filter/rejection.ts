// Why a candidate may not compete.
import type { RejectedCandidate } from "@signalbox/contracts";

export type RejectionCode = RejectedCandidate["code"];

/** `need` and `limit` are the two numbers that did not fit; `what` names a rule, a modality or a format. */
export interface RejectionRecord {
  readonly label: string;
  readonly code: RejectionCode;
  readonly need: number | null;
  readonly limit: number | null;
  readonly what: string | null;
}
