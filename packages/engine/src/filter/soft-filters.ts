// Limits that the account set on estimates: dollars and seconds of one call, success, and the depth of the ranked list.
// A ceiling is a promise: what cannot be shown to keep it (an unknown price or speed) does not pass.
import type { PreferencePolicy } from "@signalbox/contracts";

import type { Estimated } from "../estimate/estimated.ts";
import { compareScore } from "../rank/rank.ts";
import type { RejectionRecord } from "./rejection.ts";
import { rejection } from "./hard-filters.ts";

/** Ceilings on dollars and seconds. */
export function rejectByCeiling(estimated: Estimated, policy: PreferencePolicy): RejectionRecord | undefined {
  const { price_ceiling_usd: usdMax, latency_ceiling_s: secondsMax } = policy;
  const { usd } = estimated.bill;
  const { seconds } = estimated.latency;
  if (usdMax !== undefined && !(usd !== undefined && usd <= usdMax))
    return rejection(
      estimated,
      "price_ceiling",
      usd === undefined ? { limit: usdMax } : { need: usd, limit: usdMax },
    );
  if (secondsMax !== undefined && !(seconds !== undefined && seconds <= secondsMax))
    return rejection(
      estimated,
      "latency_ceiling",
      seconds === undefined ? { limit: secondsMax } : { need: seconds, limit: secondsMax },
    );
  return undefined;
}

export function rejectByQuality(estimated: Estimated, policy: PreferencePolicy): RejectionRecord | undefined {
  const floor = policy.minimum_success;
  if (floor === undefined || estimated.success >= floor) return undefined;
  return rejection(estimated, "minimum_quality", { need: floor, limit: estimated.success });
}

export interface DepthCut {
  readonly kept: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
}

/** The best `depth` by score stay eligible; `exemptLabel` (the model of an open tool loop) stays whatever its rank. */
export function cutDepth(
  candidates: readonly Estimated[],
  depth: number | null,
  exemptLabel: string | undefined,
): DepthCut {
  if (depth === null || depth >= candidates.length) return { kept: candidates, rejected: [] };
  const byScore = [...candidates].sort(compareScore);
  const kept: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  byScore.forEach((candidate, i) => {
    if (i < depth || candidate.label === exemptLabel) kept.push(candidate);
    else rejected.push(rejection(candidate, "depth", { need: i + 1, limit: depth }));
  });
  return { kept, rejected };
}
