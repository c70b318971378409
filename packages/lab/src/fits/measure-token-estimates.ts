// Prints the error of the token estimates on held-out texts, and their speed:
//   measure-token-estimates.ts --samples FILE.jsonl [--references DIR]
import { parseArgs } from "node:util";
import { performance } from "node:perf_hooks";
import type { TokenizerFamily } from "../../../contracts/src/model-facts.ts";
import { sortedQuantile } from "../../../engine/src/numerics/moments.ts";
import {
  BILLED_PER_REFERENCE_TOKEN,
  createTokenCounter,
} from "../../../engine/src/tokens/estimate-tokens.ts";
import {
  isHeldOut,
  isLongEnough,
  readSamples,
  type Sample,
  loadReferenceTokenizers,
  type CountTokens,
} from "./reference-tokenizers.ts";

function errorsOf(family: string, count: CountTokens, samples: readonly Sample[]): readonly number[] {
  const scale = BILLED_PER_REFERENCE_TOKEN[family as TokenizerFamily] ?? 1;
  const errors = samples.flatMap((sample) => {
    const reference = sample.counts?.[family] ?? count(sample.text);
    if (!isLongEnough(reference)) return [];
    const estimate = createTokenCounter(sample.text)(family as TokenizerFamily) / scale;
    return [Math.abs(estimate - reference) / reference];
  });
  return errors.toSorted((a, b) => a - b);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function microsecondsPerKilobyte(samples: readonly Sample[]): number {
  const chars = samples.reduce((sum, { text }) => sum + text.length, 0);
  const pass = (): number => samples.reduce((sum, { text }) => sum + createTokenCounter(text)("o200k"), 0);
  pass();
  const start = performance.now();
  pass();
  return ((performance.now() - start) * 1000) / (chars / 1024);
}

const { values } = parseArgs({ options: { samples: { type: "string" }, references: { type: "string" } } });
if (values.samples === undefined) throw new Error("Say where the sample texts lie: --samples FILE.jsonl.");
const samples = readSamples(values.samples).filter(isHeldOut);
const byLanguage = Map.groupBy(samples, ({ language }) => language);
const languages = [...byLanguage.keys()].toSorted();
process.stdout.write(
  `| family | ${languages.join(" | ")} |\n|---|${languages.map(() => "--:").join("|")}|\n`,
);
for (const [family, count] of await loadReferenceTokenizers(values.references)) {
  const cells = languages.map((language) => {
    const errors = errorsOf(family, count, byLanguage.get(language) ?? []);
    return `${percent(sortedQuantile(errors, 0.5))} (${percent(sortedQuantile(errors, 0.9))})`;
  });
  process.stdout.write(`| ${family} | ${cells.join(" | ")} |\n`);
}
const sizes = languages.map((language) => `${language} ${byLanguage.get(language)?.length ?? 0}`);
process.stdout.write(`\nMedian absolute error (90th percentile). Held-out texts: ${sizes.join(", ")}.\n`);
process.stdout.write(`${microsecondsPerKilobyte(samples).toFixed(1)} us per 1,024 characters.\n`);
