// Opens an artefact as a RoutingModel: checks every tensor once, then answers synchronously and without locks.
import type { Ability, AbilityInput, EstimateSuccess } from "../abilities/ability.ts";
import type { AbilityTable } from "../abilities/ability-table.ts";
import type { Reader } from "../reader/load-reader.ts";
import { loadAbilityTable } from "../abilities/ability-table.ts";
import { createEstimator } from "../abilities/create-estimator.ts";
import { placeIn } from "../abilities/place-ability.ts";
import { openTensors } from "../artefact/tensor-store.ts";
import type { ArtefactBytes } from "../artefact/tensor-store.ts";
import { loadReader } from "../reader/load-reader.ts";

// The seam between the science (reader, abilities) and the decision that uses it.
// A RoutingModel is loaded from an artefact, immutable, synchronous and allocation-light; `decide` sees nothing else of it.
export interface RoutingModel extends Reader {
  /** Version of the artefact, for the journal and the explanation. */
  readonly version: string;
  readonly abilities: AbilityTable;
  /** As the boards and outcomes of the model in its mode have it; that of a stranger where there are none. */
  abilityOf(input: AbilityInput): Ability;
  readonly estimateSuccess: EstimateSuccess;
}

/**
 * @throws SignalboxError invalid_artefact when a tensor is missing, misshapen or differs from its digest.
 */
export function loadRoutingModel(artefact: ArtefactBytes): RoutingModel {
  const { version, abilities } = artefact.manifest;
  const store = openTensors(artefact);
  const table = loadAbilityTable(store, abilities);
  return {
    version,
    ...loadReader(store),
    abilities: table,
    abilityOf: placeIn(table),
    estimateSuccess: createEstimator(abilities),
  };
}
