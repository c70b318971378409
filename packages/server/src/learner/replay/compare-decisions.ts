// One journalled decision seen under two policies: what each would have picked, and, where the answer was judged, the
// doubly robust terms of each.
import { SignalboxError } from "@signalbox/contracts";
import type { Decision } from "@signalbox/engine";
import type { LoggedOutcome } from "@signalbox/engine/learn";
import type { DecisionRow } from "@signalbox/storage";

import type { DryRunCase, PolicySide } from "../../services/preferences/dry-run-inputs.ts";

export interface ReplayedPick {
  /** Null when the policy is strict and nothing is eligible. */
  readonly label: string | null;
  readonly success: number;
  readonly usd: number | null;
  readonly seconds: number | null;
  /** Probability of the pick that was really made, under this policy. */
  readonly propensityOfLogged: number;
  /** Expected success over the policy's propensities. */
  readonly expectedSuccess: number;
  readonly predictedLogged: number;
}

const NOTHING: ReplayedPick = {
  label: null,
  success: 0,
  usd: null,
  seconds: null,
  propensityOfLogged: 0,
  expectedSuccess: 0,
  predictedLogged: 0,
};

export function replayPick(item: DryRunCase, side: PolicySide, loggedLabel: string): ReplayedPick {
  let decision: Decision;
  try {
    decision = item.decide(side);
  } catch (error) {
    if (error instanceof SignalboxError && error.code === "no_eligible_candidate") return NOTHING;
    throw error;
  }
  const { ranking } = decision.record;
  const pick = ranking.find((candidate) => candidate.label === decision.label);
  const logged = ranking.find((candidate) => candidate.label === loggedLabel);
  return {
    label: decision.label,
    success: pick?.success ?? 0,
    usd: pick?.usd ?? null,
    seconds: pick?.seconds ?? null,
    propensityOfLogged: logged?.propensity ?? 0,
    expectedSuccess: ranking.reduce((sum, candidate) => sum + candidate.propensity * candidate.success, 0),
    predictedLogged: logged?.success ?? pick?.success ?? 0,
  };
}

/** @param reward reported success of the pick that was really made. @range 0..1 */
export function loggedOutcome(
  row: Pick<DecisionRow, "propensity">,
  pick: ReplayedPick,
  reward: number,
): LoggedOutcome {
  return {
    reward,
    loggingPropensity: row.propensity,
    targetPropensity: pick.propensityOfLogged,
    predictedLogged: pick.predictedLogged,
    predictedTarget: pick.expectedSuccess,
  };
}
