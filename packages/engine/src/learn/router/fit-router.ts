// The corrections that graded prompts of an account's own make to the shipped model. Two kinds of learner share the work:
// corrections along the few directions in which the shipped model tells prompts apart, and a process by likeness of prompts,
// which leads. How far each is believed, the shipped estimate among them, is shown by prompts that none has seen: by degrees, so
// that rows with little to teach still teach that little.
import { logLoss, logitOf, sigmoid } from "../../numerics/logistic.ts";
import { coordinatesOf, fitBasis, withPriorLogit } from "../correction-basis.ts";
import type { CorrectionBasis } from "../correction-basis.ts";
import { correctProbability } from "../correction-model.ts";
import { fitProcess, createProcessReader } from "../process/fit-process.ts";
import type { FittedProcess } from "../process/fit-process.ts";
import { createPointReader, readPoints } from "../process/read-points.ts";
import type { PointReader } from "../process/read-points.ts";
import { CORRECTION_SETTINGS, fitSetting } from "../select-correction.ts";
import type {
  CorrectionData,
  CorrectionOutcome,
  CorrectionSetting,
  FittedCorrection,
} from "../select-correction.ts";
import { averageCorrections } from "./average-corrections.ts";
import { scaleDoubt } from "./scale-doubt.ts";
import { fitSeenRows } from "./seen-rows.ts";
import type { SeenRows } from "./seen-rows.ts";
import { stackShares } from "./stack-shares.ts";

/** Shares of the logit. They need not sum to 1: what is left out draws the estimate towards one half. */
export interface RouterShares {
  /** Share of the shipped estimate. */
  readonly shipped: number;
  /** Shares of the corrections, from stiff to free. */
  readonly corrections: readonly number[];
  readonly process: number;
}

/** The parts of a trained router that a decision needs. */
export interface FittedRouter {
  readonly shares: RouterShares;
  /** The mean of all corrections, each by its share. */
  readonly correction: FittedCorrection;
  /** Level of every model, and what a shipped logit is worth here: what the process adds to. */
  readonly level: FittedCorrection;
  /** Places a prompt for the process. */
  readonly reader: PointReader;
  readonly process: FittedProcess;
  /** Rows near which it speaks. */
  readonly seen: SeenRows;
}

const named = (name: string): CorrectionSetting => {
  const setting = CORRECTION_SETTINGS.find((each) => each.name === name);
  if (setting === undefined) throw new RangeError(`There is no setting "${name}".`);
  return setting;
};
const LEVEL = named("intercepts");
/** The coordinates of the first are the first of the others. */
const CORRECTIONS = ["heads, stiff", "local"].map(named);
/** Graded prompts that the shipped estimate is worth. */
const SHIPPED_WORTH = 2;
/** Shares of what the shipped estimate leaves: the corrections' shares and the process's; the best of nine on seven sources. */
const [USUAL_CORRECTIONS, USUAL_PROCESS] = [[0.15, 0.05], 0.75];
/** How firmly the usual shares hold; of 2, 8 and 32 the best on 50, 200 and all dev rows together. */
const USUAL_PULL = 8;

/** Share that is believed before any held-out prompt has spoken. @param prompts graded ones, 0 or more */
export function usualShares(prompts: number): RouterShares {
  const shipped = SHIPPED_WORTH / (SHIPPED_WORTH + prompts);
  return {
    shipped,
    corrections: USUAL_CORRECTIONS.map((share) => share * (1 - shipped)),
    process: USUAL_PROCESS * (1 - shipped),
  };
}

/** Share of all corrections together. */
export const correctedShareOf = ({ corrections }: RouterShares): number =>
  corrections.reduce((sum, share) => sum + share, 0);

/** Chances stay away from what no regression can know. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];

/** The sum of an expectation and what a process adds. */
export function addToChance(chance: number, added: number): number {
  return Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, chance + added));
}

/** Logits of every kind of learner, and of the product as shipped, about one prompt and model. */
interface MemberLogits {
  readonly shipped: number;
  /** Logit of the corrections as one. */
  readonly corrected: number;
  readonly process: number;
}

/** The chance that the members come to by the shares of a router. @param shares their corrections are read as one */
export function createMixer(shares: RouterShares): (logits: MemberLogits) => number {
  const correctedShare = correctedShareOf(shares);
  return ({ shipped, corrected, process }) =>
    sigmoid(shares.process * process + correctedShare * corrected + shares.shipped * shipped);
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

/** The part that is learned by place: the process on top of the levels. */
type Placed = Pick<FittedRouter, "level" | "reader" | "process">;

/** Only prompts with an outcome teach. */
function fitPlaced(data: CorrectionData): Placed {
  const level = fitSetting(data, LEVEL);
  const prompts = [...new Set(data.outcomes.map(({ prompt }) => prompt))].toSorted((a, b) => a - b);
  const rowOf = new Map(prompts.map((prompt, row) => [prompt, row]));
  const arms = data.arms.length;
  const residuals = new Float32Array(prompts.length * arms).fill(Number.NaN);
  const expected = correctAll(level, data, data.outcomes);
  data.outcomes.forEach(({ prompt, arm, outcome }, at) => {
    residuals[rowOf.get(prompt)! * arms + arm] = outcome - expected[at]!;
  });
  const { reader, points } = readPoints(prompts.map((prompt) => data.encodings[prompt]!));
  return { level, reader, process: fitProcess(points, residuals, arms) };
}

/** Logits of the outcomes by the process. @shape outcomes */
function placeAll(
  { level, reader, process }: Placed,
  { encodings }: Pick<CorrectionData, "encodings">,
  outcomes: readonly CorrectionOutcome[],
): Float64Array {
  const pointOf = createPointReader(reader);
  const askProcess = createProcessReader(process);
  const expected = correctAll(level, { encodings }, outcomes);
  const logits = new Float64Array(outcomes.length);
  const byPrompt = Map.groupBy(outcomes.keys(), (at) => outcomes[at]!.prompt);
  for (const [prompt, places] of byPrompt) {
    const added = askProcess(pointOf(encodings[prompt]!));
    for (const at of places) logits[at] = logitOf(addToChance(expected[at]!, added[outcomes[at]!.arm]!));
  }
  return logits;
}

/** The learners fitted to all rows, before it is known how far each learner is believed. */
export interface RouterMembers {
  /** In the order of CORRECTIONS. */
  readonly corrections: readonly FittedCorrection[];
  readonly placed: Placed;
}

/** The logits of one fold's outcomes as seen by learners that were trained without it. */
export interface FoldLogits {
  /** Which outcomes they are. */
  readonly places: Int32Array;
  /** @shape outcomes */
  readonly process: Float64Array;
  /** In the order of CORRECTIONS. */
  readonly corrections: readonly Float64Array[];
}

interface RouterFitter {
  heldOut(foldOfPrompt: Int32Array, fold: number): FoldLogits;
  members(): RouterMembers;
}

/** Directions of the prompts, found once a shape: they look at no outcome, so that all folds share them. @shape CORRECTIONS */
function fitBases({ encodings }: Pick<CorrectionData, "encodings">): readonly CorrectionBasis[] {
  const known = new Map(
    [...new Set(CORRECTIONS.map(({ shape }) => shape))].map((shape) => [shape, fitBasis(encodings, shape)]),
  );
  return CORRECTIONS.map(({ shape }) => known.get(shape)!);
}

/** The parts of a training, which need one another in no order: folds may be fitted side by side. */
export function createRouterFitter(data: CorrectionData): RouterFitter {
  const bases = fitBases(data);
  const fitCorrections = (of: CorrectionData): FittedCorrection[] =>
    CORRECTIONS.map((setting, at) => fitSetting(of, setting, bases[at]));
  return {
    heldOut: (foldOfPrompt, fold) => {
      const isHeld = ({ prompt }: CorrectionOutcome): boolean => foldOfPrompt[prompt] === fold;
      const places = Int32Array.from(data.outcomes.keys()).filter((at) => isHeld(data.outcomes[at]!));
      const held = data.outcomes.filter(isHeld);
      const training = { ...data, outcomes: data.outcomes.filter((outcome) => !isHeld(outcome)) };
      const corrections = fitCorrections(training).map((each) => correctAll(each, data, held).map(logitOf));
      return { places, corrections, process: placeAll(fitPlaced(training), data, held) };
    },
    members: () => ({ corrections: fitCorrections(data), placed: fitPlaced(data) }),
  };
}

/** The router of these shares. */
export function joinMembers(
  data: CorrectionData,
  shares: RouterShares,
  { corrections, placed }: RouterMembers,
): FittedRouter {
  const weights = correctedShareOf(shares) > 0 ? shares.corrections : USUAL_CORRECTIONS;
  const average = averageCorrections(corrections, weights);
  const expected = correctAll(average, data, data.outcomes);
  const prompts = [...new Set(data.outcomes.map(({ prompt }) => prompt))].toSorted((a, b) => a - b);
  const seen = fitSeenRows(prompts.map((prompt) => data.encodings[prompt]!));
  return { shares, correction: scaleDoubt(average, data.outcomes, expected), seen, ...placed };
}

export function fitRouter(data: CorrectionData, shares: RouterShares): FittedRouter {
  return joinMembers(data, shares, createRouterFitter(data).members());
}

export interface RouterSelection {
  readonly shares: RouterShares;
  /** Mean held-out log loss of the shipped model, and of what was learned. @unit nats */
  readonly losses: { readonly shipped: number; readonly learned: number };
  /** Held-out predictions of what was learned. @shape outcomes */
  readonly heldOut: Float64Array;
}

function meanLoss(outcomes: readonly CorrectionOutcome[], chances: ArrayLike<number>): number {
  const total = outcomes.reduce((sum, { outcome }, at) => sum + logLoss(chances[at]!, outcome), 0);
  return total / outcomes.length;
}

/** The shares under which least is lost on held-out prompts, pulled to the usual ones. @param folds that hold every outcome once */
export function selectShares(data: CorrectionData, folds: readonly FoldLogits[]): RouterSelection {
  const { outcomes } = data;
  const gather = (of: (fold: FoldLogits) => Float64Array): Float64Array => {
    const all = new Float64Array(outcomes.length);
    for (const fold of folds) of(fold).forEach((logit, at) => (all[fold.places[at]!] = logit));
    return all;
  };
  const shipped = Float64Array.from(outcomes, ({ prior }) => prior);
  const members = [
    shipped.map(logitOf),
    gather(({ process }) => process),
    ...CORRECTIONS.map((_, at) => gather(({ corrections }) => corrections[at]!)),
  ];
  const prompts = countPrompts(data);
  const usual = usualShares(prompts);
  const found = stackShares(
    { logits: members, outcomes: Float64Array.from(outcomes, ({ outcome }) => outcome), prompts },
    { shares: [usual.shipped, usual.process, ...usual.corrections], pull: USUAL_PULL },
  );
  const [ofShipped = 0, process = 0, ...corrections] = found;
  const heldOut = Float64Array.from(outcomes, (_, at) =>
    sigmoid(members.reduce((sum, logits, k) => sum + found[k]! * logits[at]!, 0)),
  );
  return {
    shares: { shipped: ofShipped, corrections, process },
    losses: { shipped: meanLoss(outcomes, shipped), learned: meanLoss(outcomes, heldOut) },
    heldOut,
  };
}

/** @param foldOfPrompt fold of each prompt; near-duplicates must share a fold, and there must be two */
export function selectRouter(data: CorrectionData, foldOfPrompt: Int32Array): RouterSelection {
  const fitter = createRouterFitter(data);
  return selectShares(
    data,
    [...new Set(foldOfPrompt)].map((fold) => fitter.heldOut(foldOfPrompt, fold)),
  );
}
