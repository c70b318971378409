export { SPLIT } from "./dataset.ts";
export type { Dataset, OutcomeTable, PromptTable, SourceModel, SplitCode, SplitName } from "./dataset.ts";
export { chooseSplit, listPromptRows, splitByGroup } from "./choose-split.ts";
export { findOverlap, groupPrompts } from "./group-prompts.ts";
export { loadDataset } from "./load-dataset.ts";
export type { LoadOptions } from "./load-dataset.ts";
export { normaliseText } from "./text-signature.ts";
export { joinDatasets } from "./join-datasets.ts";
export type { JoinedDatasets } from "./join-datasets.ts";
