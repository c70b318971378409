// Success of candidates by the abilities that boards and outcomes tell, for what the request needs.
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { RoutingModel, SuccessEstimate } from "../routing-model.ts";
import { createNeedReader } from "./need-reader.ts";
import { successOf } from "./success-of.ts";

/** Of an ability that another artefact made. */
const UNPLACED: SuccessEstimate = { success: 0, spread: 0.5 };

export function createEstimator(abilities: ArtefactAbilities): RoutingModel["estimateSuccess"] {
  const readNeed = createNeedReader(abilities);
  return (encoding, candidates) => {
    const need = readNeed(encoding);
    return candidates.map(({ placed }) =>
      placed === undefined ? UNPLACED : successOf(placed.belief, need, abilities),
    );
  };
}
