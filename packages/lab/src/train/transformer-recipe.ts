// The recipe of the transformer tier: as the static one, with a sentence encoder's vector in place of token vectors.
import { RECIPE } from "./recipe-options.ts";
import type { RecipeOptions } from "./recipe-options.ts";

export const TRANSFORMER_RECIPE_NAME = "transformer-irt-1";

export const TRANSFORMER_RECIPE: RecipeOptions = {
  ...RECIPE,
  tokenSize: 0,
  // Every rewording would have to be embedded, at fifteen milliseconds each, and has no vector otherwise.
  rewordShare: 0,
  // The encoder was trained on words as they stand.
  healsWords: false,
  rates: { ...RECIPE.rates, weightDecay: 0.6 },
};
