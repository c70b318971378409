// A trained router as the decision sees it: the learners' estimates and the shipped one, mixed as held-out rows had it, as far
// as the rows reach.
import type { LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { carrySpread, logitOf, sigmoid } from "../../numerics/logistic.ts";
import { shippedLogitCoordinate } from "../correction-basis.ts";
import { armNameOf } from "../arm-name.ts";
import { createLearnedPolicy } from "../learned-policy.ts";
import { createProcessReader } from "../process/fit-process.ts";
import { createPointReader } from "../process/read-points.ts";
import type { FittedCorrection } from "../select-correction.ts";
import { createSharedShift } from "../shared-shift.ts";
import { addToChance, createMixer } from "./fit-router.ts";
import type { FittedRouter } from "./fit-router.ts";
import { reachOf } from "./seen-rows.ts";

type Shipped = Pick<LearnedEstimate, "success" | "spread">;

/** Level of a model, and what its shipped logit is worth: the two axes of a correction without directions. */
function levelOf({ model }: FittedCorrection, arm: number): (shipped: number) => number {
  const at = arm * model.basisSize;
  const level = model.shared[0]! + model.own[at]!;
  const slope = model.shared[1]! + model.own[at + 1]!;
  return (shipped) => {
    const logit = logitOf(shipped);
    return sigmoid(logit + level + slope * shippedLogitCoordinate(logit));
  };
}

/** The corrections for the models that the file has no rows of, as one level for all of them. @unit logits */
function levelOfRowless(
  estimates: readonly Shipped[],
  corrected: readonly Shipped[],
  rowless: readonly number[],
): number {
  const shifts = rowless.map((at) => logitOf(corrected[at]!.success) - logitOf(estimates[at]!.success));
  return shifts.reduce((sum, shift) => sum + shift, 0) / Math.max(1, shifts.length);
}

/** The router's estimate as far as its rows reach, the shipped one beyond. */
function fade(shipped: Shipped, own: LearnedEstimate, reach: number): LearnedEstimate {
  const logit = logitOf(shipped.success);
  const success = reach === 1 ? own.success : sigmoid(logit + reach * (logitOf(own.success) - logit));
  const spread = shipped.spread + reach * (own.spread - shipped.spread);
  return { success, spread, isOwn: own.isOwn && reach > 0 };
}

export function createRouterPolicy(version: string, fitted: FittedRouter): LearnedPolicy {
  const { correction, level, reader, process, shares, seen } = fitted;
  const mix = createMixer(shares);
  const correcting = createLearnedPolicy(version, correction);
  const pointOf = createPointReader(reader);
  const askProcess = createProcessReader(process);
  const arms = new Map(
    level.model.arms.map((name, arm) => [name, { arm, levelled: levelOf(level, arm) }] as const),
  );
  return {
    version,
    knows: (label, modelId) => arms.has(armNameOf(label, modelId)),
    adjust(input) {
      const { encoding, labels, modelIds, estimates } = input;
      const reach = reachOf(seen, encoding);
      const added = askProcess(pointOf(encoding));
      const corrected = correcting.adjust(input);
      const armOf = labels.map((label, at) => arms.get(armNameOf(label, modelIds[at])));
      const rowless = [...armOf.keys()].filter((at) => armOf[at] === undefined);
      const shift = createSharedShift(
        reach * levelOfRowless(estimates, corrected, rowless),
        rowless.map((at) => ({ shipped: estimates[at]!.success, weight: 1 })),
      );
      return corrected.map((estimate, at): LearnedEstimate => {
        const known = armOf[at];
        const shipped = estimates[at]!;
        if (known === undefined)
          return {
            success: shift.chanceOf(shipped.success),
            spread: shipped.spread,
            isOwn: false,
            isRowless: true,
          };
        const levelled = addToChance(known.levelled(shipped.success), added[known.arm]!);
        const { success, spread, isOwn } = estimate;
        const mixed = mix({
          shipped: logitOf(shipped.success),
          corrected: logitOf(success),
          process: logitOf(levelled),
        });
        return fade(shipped, { success: mixed, spread: carrySpread(spread, success, mixed), isOwn }, reach);
      });
    },
  };
}
