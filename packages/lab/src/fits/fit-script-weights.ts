// Fits what a run and a letter of Hebrew, Arabic, Indic and Thai scripts take, with all other weights as they are:
//   fit-script-weights.ts [--references DIR]
// Texts: the requests of the atlas and one written paragraph a language; relative errors, every language counting alike.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { METERS } from "../lengths/tuned-texts.data.ts";
import { countTokenFeatures, TOKEN_FEATURES as F } from "../../../engine/src/tokens/token-features.ts";
import { TOKEN_WEIGHT_UNITS, TOKEN_WEIGHTS } from "../../../engine/src/tokens/token-weights.generated.ts";
import { loadReferenceTokenizers, type CountTokens } from "./reference-tokenizers.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const TARGET = join(ROOT, "packages/engine/src/tokens/token-weights.generated.ts");
/** Places in SCRIPTS. */
const LANGUAGES = { 2: ["he"], 3: ["ar", "fa"], 4: ["hi", "bn", "ta"], 5: ["th"] } as const;
const IN_ATLAS: ReadonlySet<string> = new Set(["ar", "hi", "th"]);
const [UNITS_LEAST, UNITS_MOST, TEXTS_MOST, TOKENS_LEAST] = [60, 1_500, 400, 15];

interface AtlasRequest {
  readonly text?: string;
  readonly messages?: readonly { readonly content: string }[];
}

function atlasTexts(language: string): readonly string[] {
  const lines = readFileSync(join(ROOT, `atlas/requests/${language}.jsonl`), "utf8").split("\n");
  const requests = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as AtlasRequest);
  return requests
    .map(({ text, messages = [] }) => text ?? messages.map(({ content }) => content).join("\n"))
    .filter((text) => text.length > UNITS_LEAST)
    .map((text) => text.slice(0, UNITS_MOST))
    .slice(0, TEXTS_MOST);
}

function textsOf(language: keyof typeof METERS): readonly string[] {
  const own = METERS[language].split(/(?<=[.۔।])\s/);
  return IN_ATLAS.has(language) ? [...atlasTexts(language), ...own] : own;
}

/** Least squares over two unknowns, neither below 0. */
function fitScript(place: number, weights: readonly number[], count: CountTokens): readonly [number, number] {
  let [a11, a12, a22, b1, b2] = [0, 0, 0, 0, 0];
  for (const language of LANGUAGES[place as keyof typeof LANGUAGES]) {
    const texts = textsOf(language);
    for (const text of texts) {
      const { features, amounts } = countTokenFeatures([text]);
      const amountOf = (feature: number): number => amounts[features.indexOf(feature)] ?? 0;
      const [runs, letters] = [amountOf(F.script + 2 * place), amountOf(F.script + 2 * place + 1)];
      const tokens = count(text);
      if (tokens < TOKENS_LEAST || letters === 0) continue;
      let others = 0;
      for (const [at, feature] of features.entries())
        if (feature !== F.script + 2 * place && feature !== F.script + 2 * place + 1)
          others += ((amounts[at] ?? 0) * (weights[feature] ?? 0)) / TOKEN_WEIGHT_UNITS;
      const share = 1 / (tokens * tokens * texts.length);
      a11 += share * runs * runs;
      a12 += share * runs * letters;
      a22 += share * letters * letters;
      b1 += share * runs * (tokens - others);
      b2 += share * letters * (tokens - others);
    }
  }
  const determinant = a11 * a22 - a12 * a12;
  const [run, letter] = [(b1 * a22 - b2 * a12) / determinant, (a11 * b2 - a12 * b1) / determinant];
  if (run < 0) return [0, b2 / a22];
  return letter < 0 ? [b1 / a11, 0] : [run, letter];
}

const { values } = parseArgs({ options: { references: { type: "string" } } });
let generated = readFileSync(TARGET, "utf8");
for (const [family, count] of await loadReferenceTokenizers(values.references)) {
  const weights = [...(TOKEN_WEIGHTS[family] ?? [])];
  for (const place of Object.keys(LANGUAGES).map(Number))
    for (const [at, weight] of fitScript(place, weights, count).entries())
      weights[F.script + 2 * place + at] = Math.round(weight * TOKEN_WEIGHT_UNITS);
  generated = generated.replace(
    new RegExp(`  ${family}: \\[[^\\]]*\\],`),
    () => `  ${family}: [${weights.join(",")}],`,
  );
}
writeFileSync(TARGET, generated);
