// A trained router as the decision sees it: the learners' estimates and the shipped one, mixed as held-out rows had it.
import type { LearnedPolicy } from "../../input/decision-input.ts";
import { carrySpread, logitOf, sigmoid } from "../../numerics/logistic.ts";
import { shippedLogitCoordinate } from "../correction-basis.ts";
import { armNameOf, createLearnedPolicy } from "../learned-policy.ts";
import { createNetworkReader } from "../network/network.ts";
import { createProcessReader } from "../process/fit-process.ts";
import { createPointReader } from "../process/read-points.ts";
import type { FittedCorrection } from "../select-correction.ts";
import { addToChance, createMixer } from "./fit-router.ts";
import type { FittedRouter } from "./fit-router.ts";

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

export function createRouterPolicy(version: string, fitted: FittedRouter): LearnedPolicy {
  const { correction, level, reader, process, network, shares } = fitted;
  const mix = createMixer(shares);
  const correcting = createLearnedPolicy(version, correction);
  const pointOf = createPointReader(reader);
  const [askProcess, askNetwork] = [createProcessReader(process), createNetworkReader(network)];
  const arms = new Map(
    level.model.arms.map((name, arm) => [name, { arm, levelled: levelOf(level, arm) }] as const),
  );
  return {
    version,
    adjust(input) {
      const { encoding, labels, modelIds, estimates } = input;
      const point = pointOf(encoding);
      const [added, learned] = [askProcess(point), askNetwork(point)];
      return correcting.adjust(input).map((estimate, at) => {
        const known = arms.get(armNameOf(labels[at]!, modelIds[at]));
        // A model that the file does not name has only what moves all models alike.
        if (known === undefined) return estimate;
        const shipped = estimates[at]!.success;
        const levelled = addToChance(known.levelled(shipped), added[known.arm]!);
        const { success, spread, isOwn } = estimate;
        const mixed = mix({
          shipped: logitOf(shipped),
          corrected: logitOf(success),
          process: logitOf(levelled),
          network: learned[known.arm]!,
        });
        return { success: mixed, spread: carrySpread(spread, success, mixed), isOwn };
      });
    },
  };
}
