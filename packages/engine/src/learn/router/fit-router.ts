// What graded prompts of an account's own make of the shipped model. Two learners share the work: a correction along the few
// directions in which the shipped model tells prompts apart, which learns from dozens of rows, and a process by likeness of
// prompts, which leads from hundreds on. Both start from the shipped estimates, and fall back to them where nothing was graded.
import { logLoss, logitOf, sigmoid } from "../../numerics/logistic.ts";
import { coordinatesOf, withPriorLogit } from "../correction-basis.ts";
import { correctProbability } from "../correction-model.ts";
import { fitProcess, createProcessReader } from "../process/fit-process.ts";
import type { FittedProcess } from "../process/fit-process.ts";
import { CORRECTION_SETTINGS, fitSetting } from "../select-correction.ts";
import type {
  CorrectionData,
  CorrectionOutcome,
  CorrectionSetting,
  FittedCorrection,
} from "../select-correction.ts";

export interface RouterSetting {
  readonly name: string;
  /** Of the learner along directions. */
  readonly correction: CorrectionSetting;
  /** Share of the process in the logit; the correction has the rest. @range 0..1 */
  readonly processShare: number;
}

/** What the decision needs of a trained router. */
export interface FittedRouter {
  readonly setting: RouterSetting;
  readonly correction: FittedCorrection;
  /** Level of every model, and what a shipped logit is worth here: what the process adds to. */
  readonly level: FittedCorrection;
  readonly process: FittedProcess;
  /** Of the shipped estimate in the logit, which few rows leave much of. @range 0..1 */
  readonly shippedShare: number;
}

const named = (name: string): CorrectionSetting => {
  const setting = CORRECTION_SETTINGS.find((each) => each.name === name);
  if (setting === undefined) throw new RangeError(`There is no setting "${name}".`);
  return setting;
};
const LEVEL = named("intercepts");
/** Chosen on dev rows of nine sources: between them lie no better ones. */
export const ROUTER_SETTINGS: readonly RouterSetting[] = ["loadings, stiff", "local, stiff", "local"].flatMap(
  (name) =>
    [0.5, 0.75].map((processShare) => ({
      name: `${name}, process ${100 * processShare} %`,
      correction: named(name),
      processShare,
    })),
);
/** Chances stay away from what no regression can know. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];

/** The sum of an expectation and what a process adds. */
export function addToChance(chance: number, added: number): number {
  return Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, chance + added));
}

/** Of both learners, and of the product as shipped, about one prompt and model. */
export interface ThreeChances {
  readonly levelled: number;
  readonly corrected: number;
  readonly shipped: number;
}

/** Shares in the logit. */
export function mixChances(
  { levelled, corrected, shipped }: ThreeChances,
  { processShare, shippedShare }: { readonly processShare: number; readonly shippedShare: number },
): number {
  const learned = processShare * logitOf(levelled) + (1 - processShare) * logitOf(corrected);
  return sigmoid((1 - shippedShare) * learned + shippedShare * logitOf(shipped));
}

/** Graded prompts that the shipped estimate is worth; of 4, 8 and 16 the best on dev rows of seven sources. */
const SHIPPED_WORTH = 8;
function shippedShareOf(prompts: number): number {
  return SHIPPED_WORTH / (SHIPPED_WORTH + prompts);
}

function countPrompts({ outcomes }: Pick<CorrectionData, "outcomes">): number {
  return new Set(outcomes.map(({ prompt }) => prompt)).size;
}

/** Chances by a correction, one an outcome. */
function correctAll(
  { basis, model }: FittedCorrection,
  { encodings }: Pick<CorrectionData, "encodings">,
  outcomes: readonly CorrectionOutcome[],
): Float64Array {
  const known = new Map<number, Float64Array>();
  return Float64Array.from(outcomes, ({ prompt, arm, prior }) => {
    const phi = known.get(prompt) ?? coordinatesOf(basis, encodings[prompt]!);
    known.set(prompt, phi);
    return correctProbability(model, arm, withPriorLogit(phi, prior), prior);
  });
}

interface Levelled {
  readonly level: FittedCorrection;
  readonly process: FittedProcess;
}

/** Only prompts with an outcome teach. */
function fitLevelled(data: CorrectionData): Levelled {
  const level = fitSetting(data, LEVEL);
  const prompts = [...new Set(data.outcomes.map(({ prompt }) => prompt))].toSorted((a, b) => a - b);
  const rowOf = new Map(prompts.map((prompt, row) => [prompt, row]));
  const arms = data.arms.length;
  const residuals = new Float32Array(prompts.length * arms).fill(Number.NaN);
  const expected = correctAll(level, data, data.outcomes);
  data.outcomes.forEach(({ prompt, arm, outcome }, at) => {
    residuals[rowOf.get(prompt)! * arms + arm] = outcome - expected[at]!;
  });
  const encodings = prompts.map((prompt) => data.encodings[prompt]!);
  return { level, process: fitProcess(encodings, residuals, arms) };
}

function levelAll(
  { level, process }: Levelled,
  { encodings }: Pick<CorrectionData, "encodings">,
  outcomes: readonly CorrectionOutcome[],
): Float64Array {
  const read = createProcessReader(process);
  const expected = correctAll(level, { encodings }, outcomes);
  const byPrompt = Map.groupBy(outcomes.keys(), (at) => outcomes[at]!.prompt);
  for (const [prompt, places] of byPrompt) {
    const added = read(encodings[prompt]!);
    for (const at of places) expected[at] = addToChance(expected[at]!, added[outcomes[at]!.arm]!);
  }
  return expected;
}

export function fitRouter(data: CorrectionData, setting: RouterSetting): FittedRouter {
  const shippedShare = shippedShareOf(countPrompts(data));
  return { setting, shippedShare, correction: fitSetting(data, setting.correction), ...fitLevelled(data) };
}

export interface RouterSelection {
  /** Undefined: the shipped model stands. */
  readonly setting: RouterSetting | undefined;
  /** Held-out log loss of every setting, the shipped model first. @unit nats */
  readonly losses: readonly { readonly name: string; readonly loss: number }[];
  /** Held-out predictions of the chosen setting. @shape outcomes */
  readonly heldOut: Float64Array;
}

interface HeldOut {
  readonly corrected: ReadonlyMap<CorrectionSetting, Float64Array>;
  readonly levelled: Float64Array;
}

/** Every outcome as seen by learners that were trained without its fold. */
function predictHeldOut(data: CorrectionData, foldOfPrompt: Int32Array): HeldOut {
  const count = data.outcomes.length;
  const settings = [...new Set(ROUTER_SETTINGS.map(({ correction }) => correction))];
  const corrected = new Map(settings.map((setting) => [setting, new Float64Array(count)]));
  const levelled = new Float64Array(count);
  for (const fold of new Set(foldOfPrompt)) {
    const places = [...data.outcomes.keys()].filter((at) => foldOfPrompt[data.outcomes[at]!.prompt] === fold);
    const held = places.map((at) => data.outcomes[at]!);
    const training = {
      ...data,
      outcomes: data.outcomes.filter(({ prompt }) => foldOfPrompt[prompt] !== fold),
    };
    const write = (into: Float64Array, chances: Float64Array): void =>
      places.forEach((at, i) => (into[at] = chances[i]!));
    write(levelled, levelAll(fitLevelled(training), data, held));
    for (const [setting, into] of corrected)
      write(into, correctAll(fitSetting(training, setting), data, held));
  }
  return { corrected, levelled };
}

/** A gain over the shipped model must exceed this many standard errors, so that rows without a lesson teach none. */
const GAIN_SE_MIN = 0.5;

/** Whether less is lost than by the shipped chances; prompts are the unit, since answers to one err alike. */
function isGain(outcomes: readonly CorrectionOutcome[], chances: Float64Array): boolean {
  const byPrompt = new Map<number, number>();
  outcomes.forEach(({ prompt, prior, outcome }, at) => {
    const gain = logLoss(prior, outcome) - logLoss(chances[at]!, outcome);
    byPrompt.set(prompt, (byPrompt.get(prompt) ?? 0) + gain);
  });
  const gains = [...byPrompt.values()];
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  const mean = total / gains.length;
  const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0);
  return total > GAIN_SE_MIN * Math.sqrt(squares);
}

function meanLoss(outcomes: readonly CorrectionOutcome[], chances: ArrayLike<number>): number {
  const total = outcomes.reduce((sum, { outcome }, at) => sum + logLoss(chances[at]!, outcome), 0);
  return total / outcomes.length;
}

/**
 * The setting with the least held-out log loss; undefined where none beats the shipped model.
 * @param foldOfPrompt fold of each prompt; near-duplicates must share a fold, and there must be two
 */
export function selectRouter(data: CorrectionData, foldOfPrompt: Int32Array): RouterSelection {
  const { outcomes } = data;
  const shipped = Float64Array.from(outcomes, ({ prior }) => prior);
  const { corrected, levelled } = predictHeldOut(data, foldOfPrompt);
  const shippedShare = shippedShareOf(countPrompts(data));
  const tried = ROUTER_SETTINGS.map((setting) => {
    const others = corrected.get(setting.correction)!;
    const shares = { processShare: setting.processShare, shippedShare };
    const heldOut = levelled.map((chance, at) =>
      mixChances({ levelled: chance, corrected: others[at]!, shipped: shipped[at]! }, shares),
    );
    return { setting, heldOut, loss: meanLoss(outcomes, heldOut) };
  });
  const losses = [
    { name: "shipped", loss: meanLoss(outcomes, shipped) },
    ...tried.map(({ setting, loss }) => ({ name: setting.name, loss })),
  ];
  const best = tried.reduce((least, each) => (each.loss < least.loss ? each : least));
  return isGain(outcomes, best.heldOut)
    ? { setting: best.setting, losses, heldOut: best.heldOut }
    : { setting: undefined, losses, heldOut: shipped };
}
