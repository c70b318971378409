export { SPLIT } from "./dataset.ts";
export type { Dataset, SplitName } from "./dataset.ts";
export { chooseSplit, splitByGroup, loadDataset } from "./load-dataset.ts";
export { groupPrompts } from "./group-prompts.ts";
export { identifyModel } from "./identify-models.ts";
export { buildSource } from "./build/build-source.ts";
export type { BuiltFolder } from "./build/build-source.ts";
export { SOURCE_RECIPES } from "./build/recipes/index.ts";
export type { SourceRecipe } from "./build/write-source.ts";
