// Which recipe a run follows: the tier decides, unless the caller brings options of their own.
import { RECIPE, RECIPE_NAME } from "./recipe-options.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { TRANSFORMER_RECIPE, TRANSFORMER_RECIPE_NAME } from "./transformer-recipe.ts";

export interface NamedRecipe {
  readonly name: string;
  readonly options: RecipeOptions;
}

/** @param wanted.encoder present in the transformer tier */
export function chooseRecipe(wanted: {
  readonly recipe?: RecipeOptions;
  readonly encoder?: object;
}): NamedRecipe {
  return wanted.encoder === undefined
    ? { name: RECIPE_NAME, options: wanted.recipe ?? RECIPE }
    : { name: TRANSFORMER_RECIPE_NAME, options: wanted.recipe ?? TRANSFORMER_RECIPE };
}
