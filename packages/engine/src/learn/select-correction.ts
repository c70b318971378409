// Chooses how far an account's outcomes may bend the shipped model, by cross-validation over prompts, and keeps the
// shipped model unless the evidence for bending it is better than chance.
import type { PromptEncoding } from "../model/routing-model.ts";

import type { BasisShape, CorrectionBasis } from "./correction-basis.ts";
import { basisSizeOf, coordinatesOf, fitBasis, withPriorLogit } from "./correction-basis.ts";
import type { CorrectionModel, CorrectionPrior, CorrectionRow } from "./correction-model.ts";
import { correctProbability, fitCorrection } from "./correction-model.ts";
import { logLoss } from "../numerics/logistic.ts";

/** Outcomes of one account over its prompts. */
export interface CorrectionData {
  readonly arms: readonly string[];
  /** One per prompt. */
  readonly encodings: readonly Pick<PromptEncoding, "features" | "loadings">[];
  /** One per outcome. */
  readonly outcomes: readonly CorrectionOutcome[];
  /** Arms whose outcomes changed; only those from after the change are here. */
  readonly changedArms?: ReadonlySet<number> | undefined;
}

export interface CorrectionOutcome {
  readonly prompt: number;
  readonly arm: number;
  readonly prior: number;
  readonly outcome: number;
  readonly weight: number;
}

export interface CorrectionSetting {
  readonly name: string;
  readonly shape: BasisShape;
  readonly prior: CorrectionPrior;
}

export interface FittedCorrection {
  readonly setting: CorrectionSetting;
  readonly basis: CorrectionBasis;
  readonly model: CorrectionModel;
}

export interface CorrectionSelection {
  /** Undefined: the shipped model stands. */
  readonly setting: CorrectionSetting | undefined;
  /** Held-out log loss of every setting, the shipped model first. @unit nats */
  readonly losses: readonly { readonly name: string; readonly loss: number; readonly gainSe: number }[];
  /** Held-out predictions of the chosen setting. @shape outcomes */
  readonly heldOut: Float64Array;
}

/** More axes of the loadings change no figure of learning; fewer lose some. */
const LOADING_AXES = 20;
const PLAIN: BasisShape = { loadingCount: 0, directionCount: 0 };
const LOADINGS: BasisShape = { loadingCount: LOADING_AXES, directionCount: 0 };
const LOCAL: BasisShape = { loadingCount: LOADING_AXES, directionCount: 16 };

/** From stiff to free. Tuned on the training sources of the benchmark split, never on the judged ones. */
export const CORRECTION_SETTINGS: readonly CorrectionSetting[] = [
  { name: "intercepts", shape: PLAIN, prior: { tauShared: 0.5, tauModel: 0.4, interceptScale: 1.5 } },
  { name: "loadings, stiff", shape: LOADINGS, prior: { tauShared: 0.5, tauModel: 0.25, interceptScale: 2 } },
  { name: "loadings", shape: LOADINGS, prior: { tauShared: 1, tauModel: 0.5, interceptScale: 1.5 } },
  { name: "local, stiff", shape: LOCAL, prior: { tauShared: 0.7, tauModel: 0.3, interceptScale: 2 } },
  { name: "local", shape: LOCAL, prior: { tauShared: 1.5, tauModel: 0.7, interceptScale: 1 } },
  { name: "local, free", shape: LOCAL, prior: { tauShared: 3, tauModel: 1.5, interceptScale: 1 } },
];

/** The gain must exceed this many standard errors, so that 25 rows do not bend the model by luck. */
const GAIN_SE_MIN = 1;

function rowsOf(data: CorrectionData, basis: CorrectionBasis): CorrectionRow[] {
  const coordinates = data.encodings.map((encoding) => coordinatesOf(basis, encoding));
  return data.outcomes.map(({ prompt, arm, prior, outcome, weight }) => ({
    arm,
    prior,
    outcome,
    weight,
    phi: withPriorLogit(coordinates[prompt]!, prior),
  }));
}

/** Fits one setting on all data. */
export function fitSetting(data: CorrectionData, setting: CorrectionSetting): FittedCorrection {
  const basis = fitBasis(data.encodings, setting.shape);
  const rows = rowsOf(data, basis);
  const { arms, changedArms } = data;
  const model = fitCorrection({
    arms,
    basisSize: basisSizeOf(basis),
    rows,
    prior: setting.prior,
    changedArms,
  });
  return { setting, basis, model };
}

interface Prepared {
  readonly basisSize: number;
  readonly rows: readonly CorrectionRow[];
}

function prepare(data: CorrectionData, shape: BasisShape): Prepared {
  const basis = fitBasis(data.encodings, shape);
  return { basisSize: basisSizeOf(basis), rows: rowsOf(data, basis) };
}

/** Held-out predictions by prompt folds; the basis sees no outcome, so it may see all prompts. */
function crossPredict(
  data: CorrectionData,
  { basisSize, rows }: Prepared,
  input: { readonly prior: CorrectionPrior; readonly foldOfPrompt: Int32Array },
): Float64Array {
  const { prior, foldOfPrompt } = input;
  const { arms, changedArms } = data;
  const predictions = new Float64Array(rows.length);
  const folds = Math.max(...foldOfPrompt) + 1;
  const isHeld = (index: number, fold: number): boolean =>
    foldOfPrompt[data.outcomes[index]!.prompt] === fold;
  for (let fold = 0; fold < folds; fold += 1) {
    const training = rows.filter((_, index) => !isHeld(index, fold));
    const model = fitCorrection({ arms, basisSize, rows: training, prior, changedArms });
    rows.forEach((row, index) => {
      if (isHeld(index, fold)) predictions[index] = correctProbability(model, row.arm, row.phi, row.prior);
    });
  }
  return predictions;
}

/** Mean gain over the shipped model and its standard error, with prompts as the unit. */
function gainOf(data: CorrectionData, predictions: Float64Array): { gain: number; se: number } {
  const perPrompt = new Map<number, number>();
  data.outcomes.forEach((row, index) => {
    const gain = row.weight * (logLoss(row.prior, row.outcome) - logLoss(predictions[index]!, row.outcome));
    perPrompt.set(row.prompt, (perPrompt.get(row.prompt) ?? 0) + gain);
  });
  const gains = [...perPrompt.values()];
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / Math.max(1, gains.length - 1);
  const outcomesPerPrompt = data.outcomes.length / gains.length;
  return { gain: mean / outcomesPerPrompt, se: Math.sqrt(variance / gains.length) / outcomesPerPrompt };
}

function meanLoss(data: CorrectionData, predictions: ArrayLike<number>): number {
  const total = data.outcomes.reduce((sum, row, index) => sum + logLoss(predictions[index]!, row.outcome), 0);
  return total / data.outcomes.length;
}

/**
 * Picks the setting with the best held-out log loss among those whose gain over the shipped model is beyond chance.
 * @param foldOfPrompt fold of each prompt, 0..folds-1; near-duplicates must share a fold
 */
export function selectCorrection(
  data: CorrectionData,
  foldOfPrompt: Int32Array,
  settings: readonly CorrectionSetting[] = CORRECTION_SETTINGS,
): CorrectionSelection {
  const shipped = Float64Array.from(data.outcomes, (row) => row.prior);
  const losses = [{ name: "shipped", loss: meanLoss(data, shipped), gainSe: 0 }];
  let best: { setting: CorrectionSetting | undefined; heldOut: Float64Array; gain: number } = {
    setting: undefined,
    heldOut: shipped,
    gain: 0,
  };
  const prepared = new Map<BasisShape, Prepared>();
  for (const { shape } of settings) if (!prepared.has(shape)) prepared.set(shape, prepare(data, shape));
  for (const setting of settings) {
    const { prior, shape } = setting;
    const heldOut = crossPredict(data, prepared.get(shape)!, { prior, foldOfPrompt });
    const { gain, se } = gainOf(data, heldOut);
    losses.push({ name: setting.name, loss: meanLoss(data, heldOut), gainSe: se });
    if (gain > GAIN_SE_MIN * se && gain > best.gain) best = { setting, heldOut, gain };
  }
  return { setting: best.setting, losses, heldOut: best.heldOut };
}
