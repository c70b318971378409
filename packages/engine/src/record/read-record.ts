// The record of a decision as the journal kept it.
import { SignalboxError } from "@signalbox/contracts";

import type { DecisionRecord } from "./decision-record.ts";

/** What the storage keeps of a record: it knows of the ranking alone. */
export interface KeptRecord {
  readonly ranking: readonly object[];
}

const isDecision = (kept: KeptRecord): kept is DecisionRecord => "conversation" in kept && "found" in kept;

/** @throws SignalboxError internal for what is no record */
export function readRecord(kept: KeptRecord): DecisionRecord {
  if (isDecision(kept)) return kept;
  throw new SignalboxError("internal", "The journal holds a decision of an unknown form.");
}
