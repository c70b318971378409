// A trained router as the decision sees it: its own estimates as far as its rows reach, the shipped ones beyond.
import type { LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { armNameOf } from "../arm-name.ts";
import { levelAt } from "../levels/fit-levels.ts";
import type { FittedRouter, RouterEstimate } from "./fit-router.ts";
import { createRouterReader } from "./fit-router.ts";
import { reachOf } from "./seen-rows.ts";

/** Outcomes of a model from which on its estimate is called the account's own. */
const OWN_EVIDENCE_MIN = 10;
const SPREAD_MAX = 0.5;
const CHANCE_LEAST = 1e-6;
/** The model that a file has no rows of. */
const NO_ARM = -1;

interface Shipped {
  readonly success: number;
  readonly spread: number;
}

/** Doubt about the model's level, and about what the process adds to it. */
function spreadOf({ levels, process }: FittedRouter, arm: number, success: number): number {
  let square = (success * (1 - success) * levels.deviations[arm]!) ** 2;
  for (let at = arm; at < process.doubts.length; at += process.arms) square += process.doubts[at]! ** 2;
  return Math.min(SPREAD_MAX, Math.sqrt(square));
}

/** Moves all models without rows by as much: nothing was learned about them apart. */
function shiftRowless(
  fitted: FittedRouter,
  rowless: readonly Shipped[],
  reach: number,
): (chance: number) => number {
  const moves = rowless.map(({ success }) => levelAt(fitted.levels, NO_ARM, success) - success);
  const shift = (reach * moves.reduce((sum, move) => sum + move, 0)) / Math.max(1, moves.length);
  return (chance) =>
    shift === 0 ? chance : Math.min(1 - CHANCE_LEAST, Math.max(CHANCE_LEAST, chance + shift));
}

export function createRouterPolicy(version: string, fitted: FittedRouter): LearnedPolicy {
  const read = createRouterReader(fitted);
  const armOf = new Map(fitted.arms.map((name, arm) => [name, arm]));
  /** The router's estimate as far as its rows reach, the shipped one beyond. */
  const fade = (shipped: Shipped, arm: number, of: RouterEstimate, reach: number): LearnedEstimate => {
    const logit = logitOf(shipped.success);
    const success = reach === 1 ? of.success : sigmoid(logit + reach * (logitOf(of.success) - logit));
    const spread = shipped.spread + reach * (spreadOf(fitted, arm, of.success) - shipped.spread);
    const isOwn = reach > 0 && fitted.levels.counts[arm]! >= OWN_EVIDENCE_MIN;
    return { success, guard: reach * of.guard, spread, isOwn };
  };
  return {
    version,
    knows: (label, modelId) => armOf.has(armNameOf(label, modelId)),
    adjust({ encoding, labels, modelIds, estimates }) {
      const arms = labels.map((label, at) => armOf.get(armNameOf(label, modelIds[at])) ?? NO_ARM);
      const reach = reachOf(fitted.seen, encoding);
      const known = [...arms.keys()].filter((at) => arms[at] !== NO_ARM);
      const own = read(
        encoding,
        known.map((at) => ({ arm: arms[at]!, shipped: estimates[at]!.success })),
      );
      const ownOf = new Map(known.map((at, of) => [at, own[of]!]));
      const rowless = estimates.filter((_, at) => arms[at] === NO_ARM);
      const shift = shiftRowless(fitted, rowless, reach);
      return estimates.map((shipped, at): LearnedEstimate => {
        const of = ownOf.get(at);
        if (of !== undefined) return fade(shipped, arms[at]!, of, reach);
        const { success, spread } = shipped;
        return { success: shift(success), spread, isOwn: false, isRowless: true };
      });
    },
  };
}
