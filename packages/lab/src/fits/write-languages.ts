// Writes the weights by which the engine tells languages in Latin letters apart, fitted to the task atlas.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadAtlas } from "../atlas/atlas.ts";
import { fitLanguages, packWeights } from "../train/language/fit-languages.ts";

const FILE = "packages/engine/src/reader/language/gram-weights.data.ts";
const LINE = 104;

const { languages, step, weights } = fitLanguages(loadAtlas());
const lines = packWeights(weights).match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
const text = `// Written by packages/lab/src/fits/write-languages.ts: how much each group of letters speaks for each language.

/** The last stands for code, logs and tables. */
export const GRAM_LANGUAGES: readonly string[] = [
${languages.map((language) => `  "${language}",\n`).join("")}];
/** The logarithm that a weight of one stands for. @unit logarithm of odds */
export const GRAM_STEP = ${step};
/** A digit of base 64 for each weight, 32 for none. @shape GRAM_BUCKETS x GRAM_LANGUAGES.length */
export const GRAM_WEIGHTS =
  "${lines.join('" +\n  "')}";
`;
writeFileSync(join(import.meta.dirname, "../../../..", FILE), text);
