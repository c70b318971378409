export { readPairsFile, paraphrase } from "./paraphrase.ts";
export type { PromptPair } from "./paraphrase.ts";
