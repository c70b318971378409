// From what is known of a model to its ability, and to where that comes from.
import type { Ability, AbilityInput } from "./ability.ts";
import { DEFAULT_MODE } from "./ability-table.ts";
import type { AbilityGround, AbilityTable } from "./ability-table.ts";

/** The origin of an ability, the strongest ground first. */
function originOf({ boards, outcomes, stated, predecessor }: AbilityGround): Ability["origin"] {
  if (boards > 0 || stated > 0) return "scores";
  if (outcomes > 0) return "outcomes";
  return predecessor === undefined ? "prior" : "lineage";
}

export function placeIn(table: AbilityTable): (input: AbilityInput) => Ability {
  return ({ modelId, predecessors, mode, stated, quality, paramsB, blendedUsdPerMTok }) => {
    const placed = table.place({
      modelId,
      predecessors,
      mode,
      stated,
      quality,
      hints: { paramsB, blendedUsdPerMTok },
    });
    const { boards, outcomes, stated: own } = placed.ground;
    const thinks = mode !== undefined && mode !== "none" && mode !== DEFAULT_MODE;
    return { placed, thinks, origin: originOf(placed.ground), evidenceCount: boards + outcomes + own };
  };
}
