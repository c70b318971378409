// Success of candidates by the abilities that boards and outcomes tell, for what the request needs.
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { EstimateSuccess } from "./ability.ts";
import { createNeedReader } from "./need-reader.ts";
import { successOf } from "./success-of.ts";

export function createEstimator(abilities: ArtefactAbilities): EstimateSuccess {
  const readNeed = createNeedReader(abilities);
  return (encoding, candidates) => {
    const { need, step } = readNeed(encoding);
    return candidates.map(({ placed: { belief } }) => {
      const estimate = successOf(belief, need, abilities);
      return step === undefined
        ? estimate
        : { ...estimate, stepSuccess: successOf(belief, step, abilities).success };
    });
  };
}
