export { readPairsFile, PARAPHRASE_KINDS, paraphrase } from "./paraphrase.ts";
export type { PromptPair, Paraphrase } from "./paraphrase.ts";
