// The recipe of the transformer tier: as the static one, with a sentence encoder's vector in place of token vectors.
import { RECIPE } from "./recipe-options.ts";
import type { RecipeOptions } from "./recipe-options.ts";

export const TRANSFORMER_RECIPE_NAME = "transformer-irt-1";

/** Every rewording would have to be embedded, at fifteen milliseconds each, and has no vector otherwise. */
const WITHOUT_REWORDINGS = { rewordShare: 0 };

export const TRANSFORMER_RECIPE: RecipeOptions = {
  ...RECIPE,
  ...WITHOUT_REWORDINGS,
  tokenSize: 0,
  rewordShare: 0,
  rates: { ...RECIPE.rates, weightDecay: 0.6 },
};
