export { readPairsFile } from "./pairs-file.ts";
export type { PromptPair } from "./pairs-file.ts";
export { PARAPHRASE_KINDS, paraphrase } from "./paraphrase.ts";
export type { Paraphrase } from "./paraphrase.ts";
