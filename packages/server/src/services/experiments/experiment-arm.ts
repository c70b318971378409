// Which arm of an experiment a session chain belongs to. The id of the chain decides, by a hash of its own for each
// experiment, so that every turn of a chain, on any replica, stays in its arm while the share stays as it is.
import { createHash } from "node:crypto";

import type { CompletePreference } from "../../context/complete-preference.ts";

/** Journalled with the decision, so that decisions outside the experiment never count. */
export interface ExperimentArm {
  /** The preference that was asked for. */
  readonly preference_id: string;
  readonly challenger_id: string;
  readonly arm: "a" | "b";
}

const HASH_VALUES = 2 ** 32;

/** Even over 0..1, the same for the same two ids. */
export function shareOfChain(preferenceId: string, chainId: string): number {
  const digest = createHash("sha256").update(preferenceId).update("\0").update(chainId).digest();
  return digest.readUInt32BE(0) / HASH_VALUES;
}

interface ChosenArm {
  readonly preference: CompletePreference | undefined;
  readonly arm: ExperimentArm | undefined;
}

export function chooseArm(asked: CompletePreference | undefined, chainId: string): ChosenArm {
  const { challenger, policy } = asked ?? {};
  if (asked === undefined || challenger === undefined || policy?.experiment === undefined)
    return { preference: asked, arm: undefined };
  const isB = shareOfChain(asked.id, chainId) < policy.experiment.share;
  return {
    preference: isB ? challenger : asked,
    arm: { preference_id: asked.id, challenger_id: challenger.id, arm: isB ? "b" : "a" },
  };
}
