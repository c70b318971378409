// Calibrated levels: what a file of graded prompts says of every model as a whole, and of the shipped estimate's worth on them.
//   logit p = level + between * (usual of the model) + within * (departure of the prompt from it) + own level of the model
// How far models depart from what is shipped is averaged over three scales by evidence.
// @source MacKay, The Evidence Framework Applied to Classification Networks (1992), eq. 4.3 (Laplace)
import { factorise, logDeterminant, solveFactorised } from "../../numerics/cholesky.ts";
import { logitOf, logLoss, sigmoid } from "../../numerics/logistic.ts";
import { PRIORS } from "../priors.data.ts";

/** Outcome of one graded prompt and model. */
export interface GradedOutcome {
  readonly prompt: number;
  readonly arm: number;
  /** Shipped estimate. @range 0..1 */
  readonly prior: number;
  /** @range 0..1 */
  readonly outcome: number;
  readonly weight: number;
}

/** Levels under one scale. */
interface Levels {
  /** Level of all models together, then the slopes between models and within one. @shape 3 */
  readonly shared: Float64Array;
  /** @shape arms */
  readonly own: Float64Array;
  /** Share of the evidence. @range 0..1 */
  readonly share: number;
}

export interface FittedLevels {
  /** Usual shipped logit of each model, and of all. @unit logits @shape arms */
  readonly usual: Float64Array;
  readonly centre: number;
  readonly scales: readonly Levels[];
  /** Deviation of each model's own level under the likeliest scale. @unit logits @shape arms */
  readonly deviations: Float64Array;
  /** Outcomes of each model. @shape arms */
  readonly counts: Float64Array;
}

/** Mean and deviation of each shared coordinate: level, between models, within a model. @shape 3 */
interface LevelPrior {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

/** Deviations of a model's own level from what is shipped. @unit logits */
const OWN = [0.1, 0.4, 1.6] as const;
const SHARED = 3;
const [FIRM_LOW, FIRM_HIGH] = [0.03, 0.97];
const [STEPS_MAX, STEP_MAX, CONVERGED, BEND_MIN] = [25, 2, 1e-3, 1e-3];

const firmLogit = (chance: number): number => logitOf(Math.min(FIRM_HIGH, Math.max(FIRM_LOW, chance)));

interface Row {
  readonly arm: number;
  /** Shared coordinates. @shape SHARED */
  readonly x: readonly [number, number, number];
  readonly outcome: number;
  readonly weight: number;
}

interface Usuals {
  readonly usual: Float64Array;
  readonly centre: number;
}

/** @param arm below 0: a model without outcomes, whose shipped estimate is its usual one */
function coordinatesOf({ usual, centre }: Usuals, arm: number, logit: number): Row["x"] {
  const usually = arm < 0 ? logit : usual[arm]!;
  return [1, usually - centre, logit - usually];
}

function findUsuals(arms: number, outcomes: readonly GradedOutcome[]): Usuals {
  const [sums, counts] = [new Float64Array(arms), new Float64Array(arms)];
  for (const { arm, prior } of outcomes) {
    sums[arm] = sums[arm]! + firmLogit(prior);
    counts[arm] = counts[arm]! + 1;
  }
  const seen = [...counts.keys()].filter((arm) => counts[arm]! > 0);
  const centre = seen.reduce((sum, arm) => sum + sums[arm]! / counts[arm]!, 0) / Math.max(1, seen.length);
  return { centre, usual: sums.map((sum, arm) => (counts[arm]! > 0 ? sum / counts[arm]! : centre)) };
}

/** Outcomes of one prompt err alike: all but the first count half. */
function toRows(outcomes: readonly GradedOutcome[], usuals: Usuals): Row[] {
  const perPrompt = new Map<number, number>();
  for (const { prompt } of outcomes) perPrompt.set(prompt, (perPrompt.get(prompt) ?? 0) + 1);
  return outcomes.map(({ prompt, arm, prior, outcome, weight }) => {
    const count = perPrompt.get(prompt)!;
    const x = coordinatesOf(usuals, arm, firmLogit(prior));
    return { arm, x, outcome, weight: weight * Math.min(1, (1 + count / 2) / count) };
  });
}

interface Bowl {
  /** @shape SHARED */
  readonly slope: Float64Array;
  /** @shape arms */
  readonly ownSlope: Float64Array;
  /** Curvatures: shared, of both, and of the own levels, which do not meet. @shape SHARED x SHARED, arms x SHARED, arms */
  readonly bend: Float64Array;
  readonly cross: Float64Array;
  readonly ownBend: Float64Array;
  readonly loss: number;
}

function bowlAt({ rows, centre, prior }: Graded, at: Omit<Levels, "share">, ownPrecision: number): Bowl {
  const arms = at.own.length;
  const precision = prior.deviations.map((deviation) => 1 / (deviation * deviation));
  const slope = Float64Array.from(precision, (p, i) => -p * (at.shared[i]! - prior.means[i]!));
  const bend = new Float64Array(SHARED * SHARED);
  precision.forEach((p, i) => (bend[i * SHARED + i] = p));
  const ownSlope = at.own.map((value) => -ownPrecision * value);
  const ownBend = new Float64Array(arms).fill(ownPrecision);
  const cross = new Float64Array(arms * SHARED);
  let loss = 0;
  for (const { arm, x, outcome, weight } of rows) {
    const chance = sigmoid(logitAt(centre, at, arm, x));
    const pull = weight * (outcome - chance);
    const curve = weight * Math.max(BEND_MIN, chance * (1 - chance));
    loss += weight * logLoss(chance, outcome);
    ownSlope[arm] = ownSlope[arm]! + pull;
    ownBend[arm] = ownBend[arm]! + curve;
    for (let i = 0; i < SHARED; i += 1) {
      slope[i] = slope[i]! + pull * x[i]!;
      cross[arm * SHARED + i] = cross[arm * SHARED + i]! + curve * x[i]!;
      for (let j = 0; j < SHARED; j += 1)
        bend[i * SHARED + j] = bend[i * SHARED + j]! + curve * x[i]! * x[j]!;
    }
  }
  return { slope, ownSlope, bend, cross, ownBend, loss };
}

function logitAt(centre: number, { shared, own }: Omit<Levels, "share">, arm: number, x: Row["x"]): number {
  return centre + shared[0]! * x[0] + shared[1]! * x[1] + shared[2]! * x[2] + (own[arm] ?? 0);
}

/** Factor of the curvature of the shared part once every own level follows it: time grows with the models, not with their cube. */
function reduce({ bend, cross, ownBend }: Bowl): Float64Array {
  const reduced = bend.slice();
  for (let arm = 0; arm < ownBend.length; arm += 1)
    for (let i = 0; i < SHARED; i += 1)
      for (let j = 0; j < SHARED; j += 1)
        reduced[i * SHARED + j]! -= (cross[arm * SHARED + i]! * cross[arm * SHARED + j]!) / ownBend[arm]!;
  return factorise(reduced, SHARED, 1e-9);
}

/** One damped Newton step, in place. @returns the longest move */
function step(bowl: Bowl, at: Omit<Levels, "share">): number {
  const { slope, ownSlope, cross, ownBend } = bowl;
  const pull = slope.slice();
  ownSlope.forEach((own, arm) => {
    for (let i = 0; i < SHARED; i += 1) pull[i]! -= (cross[arm * SHARED + i]! * own) / ownBend[arm]!;
  });
  const move = solveFactorised(reduce(bowl), pull);
  const ownMove = ownSlope.map((own, arm) => {
    let rest = own;
    for (let i = 0; i < SHARED; i += 1) rest -= cross[arm * SHARED + i]! * move[i]!;
    return rest / ownBend[arm]!;
  });
  let longest = 0;
  for (const each of [move, ownMove]) for (const value of each) longest = Math.max(longest, Math.abs(value));
  const damping = Math.min(1, STEP_MAX / Math.max(1e-9, longest));
  move.forEach((value, i) => (at.shared[i]! += damping * value));
  ownMove.forEach((value, arm) => (at.own[arm]! += damping * value));
  return longest;
}

interface Graded {
  readonly rows: readonly Row[];
  readonly centre: number;
  readonly prior: LevelPrior;
}

function fitAt(graded: Graded, arms: number, deviation: number) {
  const { means, deviations } = graded.prior;
  const at = { shared: Float64Array.from(means), own: new Float64Array(arms) };
  const precision = 1 / (deviation * deviation);
  for (let round = 0; round < STEPS_MAX; round += 1)
    if (step(bowlAt(graded, at, precision), at) < CONVERGED) break;
  const bowl = bowlAt(graded, at, precision);
  let penalty = 0;
  deviations.forEach((of, i) => (penalty += ((at.shared[i]! - means[i]!) / of) ** 2));
  for (const value of at.own) penalty += precision * value * value;
  let determinant = logDeterminant(reduce(bowl), SHARED);
  for (const bend of bowl.ownBend) determinant += Math.log(bend * deviation * deviation);
  return { at, evidence: -bowl.loss - penalty / 2 - determinant / 2, ownBend: bowl.ownBend };
}

/** @param arms count of models @param outcomes none is fine: the shipped estimates hold, at their usual worth */
export function fitLevels(
  arms: number,
  outcomes: readonly GradedOutcome[],
  prior: LevelPrior = PRIORS.levels,
): FittedLevels {
  const usuals = findUsuals(arms, outcomes);
  const graded = { rows: toRows(outcomes, usuals), centre: usuals.centre, prior };
  const fits = OWN.map((deviation) => fitAt(graded, arms, deviation));
  const most = Math.max(...fits.map(({ evidence }) => evidence));
  const weights = fits.map(({ evidence }) => Math.exp(evidence - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = new Float64Array(arms);
  for (const { arm } of outcomes) counts[arm] = counts[arm]! + 1;
  const likeliest = fits.find(({ evidence }) => evidence === most)!;
  return {
    ...usuals,
    scales: fits.map(({ at: { shared, own } }, of) => ({ shared, own, share: weights[of]! / total })),
    deviations: likeliest.ownBend.map((bend) => 1 / Math.sqrt(bend)),
    counts,
  };
}

/** Chance of a model at a prompt of this shipped estimate. @range 0..1 */
export function levelAt(fitted: FittedLevels, arm: number, shipped: number): number {
  const x = coordinatesOf(fitted, arm, firmLogit(shipped));
  let chance = 0;
  for (const scale of fitted.scales) chance += scale.share * sigmoid(logitAt(fitted.centre, scale, arm, x));
  return chance;
}
