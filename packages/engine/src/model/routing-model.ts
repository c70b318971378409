// The seam between the science (reader, abilities) and the decision that uses it.
// A RoutingModel is loaded from an artefact, immutable, synchronous and allocation-light; `decide` sees nothing else of it.
import type { Ability, AbilityInput, EstimateSuccess } from "../abilities/ability.ts";
import type { AbilityTable } from "../abilities/ability-table.ts";
import type { Reader } from "../reader/load-reader.ts";

export interface RoutingModel extends Reader {
  /** Version of the artefact, for the journal and the explanation. */
  readonly version: string;
  readonly abilities: AbilityTable;
  /** As the boards and outcomes of the model in its mode have it; that of a stranger where there are none. */
  abilityOf(input: AbilityInput): Ability;
  readonly estimateSuccess: EstimateSuccess;
}
