export { SPLIT, type Dataset, type SplitName, identifyModel } from "./dataset.ts";
export { chooseSplit, splitByGroup, loadDataset } from "./load-dataset.ts";
export { groupPrompts } from "./assemble-dataset.ts";
export { buildSource, type BuiltFolder } from "./build/build-source.ts";
export { SOURCE_RECIPES } from "./build/recipes/index.ts";
export type { SourceRecipe } from "./build/write-source.ts";
