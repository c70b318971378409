// Anchors an ability on public scores: the model's mean predicted success over sample prompts of a benchmark must come
// to its score there. Scores on other benchmarks are first equated to these by one general factor, so that models of
// different years, judged on different benchmarks, stand on one scale. What outcomes already settle hardly moves.
// @source theta = argmax sum_d n_d [y log P_d + (1-y) log(1-P_d)] - |theta - mu|^2 / 2 s^2, solved by the iterated
// extended Kalman update, Bell and Cathey (1993); equating by a common factor as in Kolen and Brennan (2014), ch. 6
import type { TensorStore } from "../artefact/tensor-store.ts";
import { solvePositive } from "../../numerics/cholesky.ts";
import { logitOf, sigmoid } from "../../numerics/logistic.ts";

export interface AbilityBelief {
  /** @shape loadingCount */
  readonly theta: Float32Array;
  /** @shape loadingCount */
  readonly thetaSd: Float32Array;
}

/** Score = sigmoid(offset + slope g + noise), g the general factor with a standard normal prior. */
interface ScoreLink {
  readonly offset: number;
  readonly slope: number;
  readonly variance: number;
}

interface Probe {
  /** A benchmark, or the name of an assumption. */
  readonly benchmark: string;
  /** @shape sampleCount x (loadingCount), the last column being the constant */
  readonly loadings: Float32Array;
}

export interface ScoreAnchor {
  /** @param trust share of a score's weight; below 1 for models whose own outcomes speak already */
  anchor(belief: AbilityBelief, scores: Readonly<Record<string, number>>, trust: number): AbilityBelief;
}

export const LINK_COLUMNS = 3;
const ROUNDS = 6;
/** What is assumed of every model is worth about this many answers. */
const ASSUMED_ANSWERS = 120;
/** A published score is worth about this many answers: settings and graders differ. */
const SCORE_ANSWERS = 120;
const SCORE_MARGIN = 0.01;

interface Target {
  readonly probe: Probe;
  readonly score: number;
  readonly answers: number;
}

interface General {
  readonly mean: number;
  readonly variance: number;
  readonly evidence: number;
}

function generalOf(links: ReadonlyMap<string, ScoreLink>, scores: Readonly<Record<string, number>>): General {
  let precision = 1;
  let pull = 0;
  let evidence = 0;
  for (const [benchmark, score] of Object.entries(scores)) {
    const link = links.get(benchmark);
    if (link === undefined || !Number.isFinite(score)) continue;
    const value = logitOf(Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, score)));
    precision += link.slope ** 2 / link.variance;
    pull += (link.slope * (value - link.offset)) / link.variance;
    evidence += 1;
  }
  return { mean: pull / precision, variance: 1 / precision, evidence };
}

/** The score of a probe's benchmark: as published, else as the general factor predicts it. */
function targetOf(
  probe: Probe,
  input: {
    links: ReadonlyMap<string, ScoreLink>;
    general: General;
    scores: Readonly<Record<string, number>>;
  },
): Target | undefined {
  const published = input.scores[probe.benchmark];
  if (published !== undefined) return { probe, score: published, answers: SCORE_ANSWERS };
  const link = input.links.get(probe.benchmark);
  if (link === undefined || input.general.evidence === 0) return undefined;
  const score = sigmoid(link.offset + link.slope * input.general.mean);
  const variance = link.variance + link.slope ** 2 * input.general.variance;
  return { probe, score, answers: Math.min(SCORE_ANSWERS, 1 / (score * (1 - score) * variance)) };
}

interface Prediction {
  readonly mean: number;
  /** Of the mean by theta. @shape loadingCount */
  readonly gradient: Float64Array;
}

function predict({ loadings }: Probe, theta: Float64Array): Prediction {
  const width = theta.length;
  const count = loadings.length / width;
  const gradient = new Float64Array(width);
  let mean = 0;
  for (let sample = 0; sample < count; sample += 1) {
    let logit = 0;
    for (let k = 0; k < width; k += 1) logit += loadings[sample * width + k]! * theta[k]!;
    const chance = sigmoid(logit);
    mean += chance / count;
    const slope = (chance * (1 - chance)) / count;
    for (let k = 0; k < width; k += 1) gradient[k]! += slope * loadings[sample * width + k]!;
  }
  return { mean, gradient };
}

interface Gain {
  readonly gradients: readonly Float64Array[];
  /** J S J^T + R. @shape targets x targets */
  readonly innovation: Float64Array;
}

function gainOf(
  predictions: readonly Prediction[],
  targets: readonly Target[],
  variance: Float64Array,
): Gain {
  const n = targets.length;
  const innovation = new Float64Array(n * n);
  predictions.forEach((a, row) => {
    predictions.forEach((b, column) => {
      let sum = 0;
      for (let k = 0; k < variance.length; k += 1) sum += a.gradient[k]! * variance[k]! * b.gradient[k]!;
      innovation[row * n + column] = sum;
    });
    const chance = Math.min(0.98, Math.max(0.02, a.mean));
    innovation[row * n + row]! += (chance * (1 - chance)) / targets[row]!.answers;
  });
  return { gradients: predictions.map((prediction) => prediction.gradient), innovation };
}

function update(belief: AbilityBelief, targets: readonly Target[]): AbilityBelief {
  const prior = Float64Array.from(belief.theta);
  const variance = Float64Array.from(belief.thetaSd, (sd) => sd * sd);
  let theta = Float64Array.from(prior);
  let gain: Gain | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const predictions = targets.map(({ probe }) => predict(probe, theta));
    gain = gainOf(predictions, targets, variance);
    const surprise = Float64Array.from(targets, ({ score }, index) => {
      const { mean, gradient } = predictions[index]!;
      let moved = 0;
      for (let k = 0; k < theta.length; k += 1) moved += gradient[k]! * (theta[k]! - prior[k]!);
      return score - mean + moved;
    });
    const weights = solvePositive(gain.innovation.slice(), surprise);
    theta = prior.map((value, k) =>
      gain!.gradients.reduce(
        (sum, gradient, index) => sum + variance[k]! * gradient[k]! * weights[index]!,
        value,
      ),
    );
  }
  return { theta: Float32Array.from(theta), thetaSd: narrow(variance, gain!) };
}

/** Standard deviations after the update: diagonal of S - S J^T K^-1 J S. */
function narrow(variance: Float64Array, { gradients, innovation }: Gain): Float32Array {
  return Float32Array.from(variance, (before, k) => {
    const column = Float64Array.from(gradients, (gradient) => gradient[k]! * before);
    const solved = solvePositive(innovation.slice(), column.slice());
    const explained = column.reduce((sum, value, index) => sum + value * solved[index]!, 0);
    return Math.sqrt(Math.max(0.05 * before, before - explained));
  });
}

export interface ScoreAnchorShape {
  readonly loadingCount: number;
  /** In the order of the tensor "scoreLinks". */
  readonly benchmarks: readonly string[];
  /** Benchmarks with sample prompts, in the order of the tensor "probeLoadings". */
  readonly probes: readonly string[];
  /** Everyday prompts that any model is taken to serve, in the order of the tensor "assumedLoadings". */
  readonly assumed: readonly { readonly name: string; /** @range 0..1 */ readonly chance: number }[];
}

function splitProbes(samples: Float32Array, names: readonly string[], loadingCount: number): Probe[] {
  const size = samples.length / Math.max(1, names.length);
  if (size % loadingCount !== 0) throw new RangeError("probe loadings do not fit the shape");
  return names.map((benchmark, index) => ({
    benchmark,
    loadings: samples.subarray(index * size, (index + 1) * size),
  }));
}

function loadAssumed(store: TensorStore, { assumed, loadingCount }: ScoreAnchorShape): readonly Target[] {
  if (assumed.length === 0) return [];
  const names = assumed.map(({ name }) => name);
  const probes = splitProbes(store.float32("assumedLoadings"), names, loadingCount);
  return probes.map((probe, index) => ({
    probe,
    score: assumed[index]!.chance,
    answers: ASSUMED_ANSWERS,
  }));
}

export function loadScoreAnchor(store: TensorStore, shape: ScoreAnchorShape): ScoreAnchor {
  const { loadingCount, benchmarks, probes } = shape;
  const columns = store.float32("scoreLinks", benchmarks.length, LINK_COLUMNS);
  const links = new Map(
    benchmarks.map((name, row): [string, ScoreLink] => [
      name,
      { offset: columns[row * 3]!, slope: columns[row * 3 + 1]!, variance: columns[row * 3 + 2]! },
    ]),
  );
  const all = splitProbes(store.float32("probeLoadings"), probes, loadingCount);
  const assumed = loadAssumed(store, shape);
  return {
    anchor(belief, scores, trust) {
      const general = generalOf(links, scores);
      const scored = all
        .map((probe) => targetOf(probe, { links, general, scores }))
        .filter((target) => target !== undefined);
      const targets = [...scored, ...assumed].map(({ probe, score, answers }) => ({
        probe,
        score,
        answers: trust * answers,
      }));
      return targets.length === 0 ? belief : update(belief, targets);
    },
  };
}
