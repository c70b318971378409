// A fitted correction as the decision sees it. The spread shrinks as the account's own evidence grows.
import type { LearnedPolicy } from "../decide/types.ts";

import { coordinatesOf, withPriorLogit } from "./correction-basis.ts";
import { correctionSd, correctProbability, findArm } from "./correction-model.ts";
import type { FittedCorrection } from "./select-correction.ts";

/** Outcomes of a model from which on its estimate is called the account's own. */
const OWN_EVIDENCE_MIN = 10;
const SPREAD_MAX = 0.5;

/**
 * Arms are named by canonical model id where the catalogue knows it, else by label, so that two spellings of one
 * model share what was learned.
 */
export function armNameOf(label: string, modelId: string | undefined): string {
  return modelId ?? label;
}

export function createLearnedPolicy(version: string, { basis, model }: FittedCorrection): LearnedPolicy {
  return {
    version,
    adjust({ encoding, labels, modelIds, estimates }) {
      const coordinates = coordinatesOf(basis, encoding);
      return estimates.map((estimate, index) => {
        const arm = findArm(model, armNameOf(labels[index]!, modelIds[index]));
        const phi = withPriorLogit(coordinates, estimate.success);
        const success = correctProbability(model, arm, phi, estimate.success);
        const slope = success * (1 - success);
        const learnedSd = slope * correctionSd(model, arm, phi);
        const evidence = arm < 0 ? 0 : model.evidence[arm]!;
        const share = evidence / (evidence + OWN_EVIDENCE_MIN);
        const spread = Math.sqrt((1 - share) * estimate.spread ** 2 + share * learnedSd ** 2);
        return { success, spread: Math.min(SPREAD_MAX, spread), isOwn: evidence >= OWN_EVIDENCE_MIN };
      });
    },
  };
}
