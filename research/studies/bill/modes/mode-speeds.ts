// Speed and first token of a model's mode. Hosts that hide thoughts count them before the first token: of such modes the wait
// says nothing, so it is taken from modes whose first token comes before any thought.
import type { Mode } from "@signalbox/contracts";
import { medianOf } from "@signalbox/engine/numerics";

import type { ModeSpeed } from "./mode-runs.ts";

/** A first token and a first answer closer than this came together: what was thought before them is in both. @unit seconds */
const TOGETHER_S = 0.3;
/** Longer waits of a mode that does not show its thoughts hold thought. @unit seconds */
const WAIT_MAX_S = 2.5;

/** Tokens per second of the mode, else the median over the model's modes. */
export function rateOf(speeds: readonly ModeSpeed[], mode: Mode): number | undefined {
  const rates = (of: readonly ModeSpeed[]): readonly number[] =>
    of.flatMap(({ tokensPerSecond: rate }) => (rate !== undefined && rate > 0 ? [rate] : []));
  const own = rates(speeds.filter((speed) => speed.mode === mode));
  const all = own.length > 0 ? own : rates(speeds);
  return all.length === 0 ? undefined : medianOf(all);
}

/** Seconds to the first token of all; undefined where every wait that was measured may hold thought. */
export function firstTokenOf(speeds: readonly ModeSpeed[]): number | undefined {
  const waits = speeds.flatMap(({ mode, firstTokenS, firstAnswerS }) => {
    if (firstTokenS === undefined) return [];
    const thinksFirst = mode !== "none" && (firstAnswerS ?? 0) - firstTokenS < TOGETHER_S;
    return thinksFirst && firstTokenS > WAIT_MAX_S ? [] : [firstTokenS];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}
