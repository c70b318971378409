// Logits of the whole ensemble over known source-models, its calibration, and its held-out figures.
import { dot } from "@signalbox/engine/internals";
import { sigmoid } from "@signalbox/engine/numerics";
import { combineTheta, scoreLogits } from "../members/dev-score.ts";
import type { MemberParameters, MemberShape } from "../members/member.ts";
import type { TrainingSet } from "../members/training-set.ts";
import type { EncodedRows } from "./encode-rows.ts";
import { fitCalibration } from "./fit-calibration.ts";
import type { TensorBag } from "../artefact/tensor-bag.ts";
import { addAt, floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

/** Theta of every source-model over all members. @shape models x loadingCount */
export function joinThetas(
  set: TrainingSet,
  members: readonly MemberParameters[],
  shape: MemberShape,
): Float32Array {
  const columns = shape.abilitySize + 1;
  const width = members.length * columns + 1;
  const joined = new Float32Array(shape.modelCount * width);
  members.forEach((member, index) => {
    const theta = combineTheta(set, shape, member);
    for (let model = 0; model < shape.modelCount; model += 1)
      joined.set(theta.subarray(model * columns, (model + 1) * columns), model * width + index * columns);
  });
  for (let model = 0; model < shape.modelCount; model += 1) joined[(model + 1) * width - 1] = 1;
  return joined;
}

/** Logits of all outcomes of `rows`, in order. */
export function ensembleLogits(
  set: TrainingSet,
  encoded: EncodedRows,
  thetas: Float32Array,
  rows: Int32Array,
): Float32Array {
  const { loadings, loadingCount } = encoded;
  const logits: number[] = [];
  for (const row of rows) {
    const to = wholeAt(set.outcomes.offsets, row + 1);
    for (let index = wholeAt(set.outcomes.offsets, row); index < to; index += 1)
      logits.push(
        dot(
          loadings,
          row * loadingCount,
          thetas,
          wholeAt(set.outcomes.model, index) * loadingCount,
          loadingCount,
        ),
      );
  }
  return Float32Array.from(logits);
}

function outcomesOf(set: TrainingSet, rows: Int32Array): { scores: number[]; weights: number[] } {
  const scores: number[] = [];
  const weights: number[] = [];
  for (const row of rows) {
    const to = wholeAt(set.outcomes.offsets, row + 1);
    for (let index = wholeAt(set.outcomes.offsets, row); index < to; index += 1) {
      scores.push(floatAt(set.outcomes.score, index));
      weights.push(floatAt(set.outcomes.weight, index));
    }
  }
  return { scores, weights };
}

/** Fits Platt scaling on dev and folds it into the bag and into the encoded loadings. */
export function calibrateEnsemble(
  set: TrainingSet,
  members: readonly MemberParameters[],
  shape: MemberShape,
  target: { readonly bag: TensorBag; readonly encoded: EncodedRows },
): void {
  const { bag, encoded } = target;
  const logits = ensembleLogits(set, encoded, joinThetas(set, members, shape), set.devRows);
  const { scores, weights } = outcomesOf(set, set.devRows);
  const { scale, shift } = fitCalibration(logits, scores, weights);
  bag.set("calibration", Float32Array.of(scale, shift), 2);
  const { loadings, loadingCount } = encoded;
  for (let at = 0; at < loadings.length; at += 1) loadings[at]! *= scale;
  for (let at = loadingCount - 1; at < loadings.length; at += loadingCount) addAt(loadings, at, shift);
}

const BINS = 15;

/** Expected calibration error over equal-width bins. @source Guo et al. (2017), equation 3 */
function calibrationError(chances: readonly number[], scores: readonly number[]): number {
  const sums = Array.from({ length: BINS }, () => ({ chance: 0, score: 0 }));
  chances.forEach((chance, index) => {
    const bin = valueAt(sums, Math.min(BINS - 1, Math.floor(chance * BINS)));
    bin.chance += chance;
    bin.score += valueAt(scores, index);
  });
  return sums.reduce((sum, bin) => sum + Math.abs(bin.chance - bin.score), 0) / Math.max(1, chances.length);
}

export interface MeasuredRun {
  readonly set: TrainingSet;
  readonly shape: MemberShape;
  readonly dataset: { readonly sources: readonly string[] };
}

/** Mean AUC over sources, AUC of each source, Brier score and calibration error on held-out prompts. */
export function measureEnsemble(
  run: MeasuredRun,
  members: readonly MemberParameters[],
  held: { readonly encoded: EncodedRows; readonly rows: Int32Array },
): Record<string, number> {
  if (held.rows.length === 0) return {};
  const thetas = joinThetas(run.set, members, run.shape);
  const logits = ensembleLogits(run.set, held.encoded, thetas, held.rows);
  const { scores } = outcomesOf(run.set, held.rows);
  const chances = Array.from(logits, sigmoid);
  const score = scoreLogits(run.set, held.rows, logits);
  const brier =
    chances.reduce((sum, chance, index) => sum + (chance - valueAt(scores, index)) ** 2, 0) / chances.length;
  const round = (value: number): number => Math.round(value * 1e5) / 1e5;
  const figures: Record<string, number> = {
    testAucMean: round(score.auc),
    testBrier: round(brier),
    testEce: round(calibrationError(chances, scores)),
    testOutcomes: chances.length,
  };
  for (const [source, auc] of Object.entries(score.aucOfSource))
    if (Number.isFinite(auc)) figures[`testAuc.${run.dataset.sources[Number(source)] ?? "?"}`] = round(auc);
  return figures;
}
