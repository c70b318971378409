// Collects recorded answer lengths, fits them, and puts the result into the bag.
import { medianOf } from "@signalbox/engine/numerics";
import type { Dataset } from "../../data/index.ts";
import { SPLIT } from "../../data/index.ts";
import type { TrainingSet } from "../members/training-set.ts";
import type { Anchor } from "../anchors/anchors.ts";
import type { EncodedRows } from "../heads/encode-rows.ts";
import { fitOutputTokens } from "./fit-output-tokens.ts";
import type { TokenRecords } from "./fit-output-tokens.ts";
import type { TensorBag } from "../artefact/tensor-bag.ts";
import { floatAt, wholeAt } from "../../arrays/value-at.ts";

/** A source whose median answer is shorter asks for a letter, not for an answer. */
const MEDIAN_TOKENS_MIN = 40;
const ANCHOR_REPEATS = 6;

/** Hidden reasoning tokens are billed yet recorded nowhere. The assumption: about 250 on a trivial prompt and
 * about 12,000 on one that a middling model fails, log-linear between, with a factor of 2.5 either way. */
const HIDDEN_FLOOR = Math.log(250);
const HIDDEN_GROWTH = Math.log(12_000 / 250);
const HIDDEN_SD = 0.72;

export interface TokenRun {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  readonly set: TrainingSet;
  readonly anchors: readonly Pick<Anchor, "outputTokens">[];
}

function talkativeSources(dataset: Dataset): ReadonlySet<number> {
  const tokens = dataset.sources.map((): number[] => []);
  const { outcomes, prompts } = dataset;
  for (let index = 0; index < outcomes.count; index += 1) {
    const count = floatAt(outcomes.outputTokens, index);
    if (!Number.isNaN(count)) tokens[wholeAt(prompts.source, wholeAt(outcomes.prompt, index))]?.push(count);
  }
  const isTalkative = (list: number[]): boolean =>
    (list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0) >= MEDIAN_TOKENS_MIN;
  return new Set(tokens.flatMap((list, source) => (isTalkative(list) ? [source] : [])));
}

function collectRecords(run: TokenRun): TokenRecords {
  const { dataset, split, set, anchors } = run;
  const { outcomes, prompts } = dataset;
  const talkative = talkativeSources(dataset);
  const rows: number[] = [];
  const models: number[] = [];
  const tokens: number[] = [];
  for (let index = 0; index < outcomes.count; index += 1) {
    const row = wholeAt(outcomes.prompt, index);
    const count = floatAt(outcomes.outputTokens, index);
    if (split[row] !== SPLIT.train || !(count > 0) || !talkative.has(wholeAt(prompts.source, row))) continue;
    rows.push(row);
    models.push(wholeAt(set.canonicalOf, wholeAt(outcomes.model, index)));
    tokens.push(count);
  }
  anchors.forEach((anchor, index) => {
    for (let repeat = 0; repeat < ANCHOR_REPEATS; repeat += 1) {
      rows.push(prompts.count + index);
      models.push(set.canonicalCount);
      tokens.push(anchor.outputTokens);
    }
  });
  return { rows: Int32Array.from(rows), models: Int32Array.from(models), tokens: Float32Array.from(tokens) };
}

/** Bags "outputHead", "outputOffsets" and "outputTokens"; returns the figures. */
export function bagOutputTokens(run: TokenRun, encoded: EncodedRows, bag: TensorBag): Record<string, number> {
  const modelCount = run.set.canonicalCount;
  const fit = fitOutputTokens(encoded, collectRecords(run), modelCount + 1);
  const offsets = fit.offsets.slice(0, modelCount);
  const known = offsets.filter((offset) => !Number.isNaN(offset));
  const plain = known.length === 0 ? 0 : medianOf(known);
  bag.set("outputHead", fit.head, 1, encoded.featureCount + 1);
  bag.set(
    "outputOffsets",
    offsets.map((offset) => (Number.isNaN(offset) ? plain : offset)),
    Math.max(1, modelCount),
  );
  const constants = Float32Array.of(fit.residualSd, plain, plain, HIDDEN_FLOOR, HIDDEN_GROWTH, HIDDEN_SD);
  bag.set("outputTokens", constants, constants.length);
  return { outputTokenLogSd: Math.round(fit.residualSd * 1e4) / 1e4 };
}
