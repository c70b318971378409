// Opens an artefact as a RoutingModel: checks every tensor once, then answers synchronously and without locks.
import { loadAbilityTable } from "../abilities/ability-table.ts";
import { createEstimator } from "../abilities/create-estimator.ts";
import { placeIn } from "../abilities/place-ability.ts";
import { openTensors } from "../artefact/tensor-store.ts";
import type { ArtefactBytes } from "../artefact/tensor-store.ts";
import { loadReader } from "../reader/load-reader.ts";
import type { RoutingModel } from "./routing-model.ts";

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
