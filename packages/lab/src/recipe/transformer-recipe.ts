// The recipe of the transformer tier: as the static one, with a sentence encoder's vector in place of token vectors.
import { RECIPE } from "./recipe-options.ts";
import type { RecipeOptions } from "./recipe-options.ts";

export const TRANSFORMER_RECIPE_NAME = "transformer-irt-1";

export const TRANSFORMER_RECIPE: RecipeOptions = {
  ...RECIPE,
  tokenSize: 0,
  rates: { ...RECIPE.rates, weightDecay: 0.6 },
};
