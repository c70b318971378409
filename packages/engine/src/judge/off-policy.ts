// Is policy B better than the policy that was running? Doubly robust off-policy evaluation over the journal, and a
// confidence sequence that may be looked at after every session without inflating the error.
import { meanOf, sortedQuantile } from "../numerics/moments.ts";

/** One logged decision with its outcome, seen from the policy under judgement. */
export interface LoggedOutcome {
  /** Reward of the logged pick: success, or any utility. */
  readonly reward: number;
  /** Probability with which the logging policy made that pick. @range (0, 1] */
  readonly loggingPropensity: number;
  /** Probability with which the judged policy would make the same pick. @range 0..1 */
  readonly targetPropensity: number;
  /** Predicted reward of the logged pick. */
  readonly predictedLogged: number;
  /** Expected predicted reward under the judged policy. */
  readonly predictedTarget: number;
}

interface OffPolicyOptions {
  /** Importance weights are cut here: a little bias for a bounded variance. */
  readonly weightMax: number;
}

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const OFF_POLICY_DEFAULTS: OffPolicyOptions = { weightMax: 50 };

/**
 * Per-row doubly robust value q(x, pi') + w (r - q(x, a)), w = min(pi'(a)/pi(a), weightMax).
 * @source Dudik, Langford, Li, Doubly Robust Policy Evaluation and Learning (2011), eq. 1
 */
export function doublyRobustValues(
  rows: readonly LoggedOutcome[],
  options: OffPolicyOptions = OFF_POLICY_DEFAULTS,
): Float64Array {
  return Float64Array.from(rows, (row) => {
    const weight = Math.min(options.weightMax, row.targetPropensity / Math.max(1e-9, row.loggingPropensity));
    return row.predictedTarget + weight * (row.reward - row.predictedLogged);
  });
}

/** Effective sample size of the importance weights: (sum w)^2 / sum w^2. 0 when no pick overlaps. */
export function effectiveSampleSize(rows: readonly LoggedOutcome[]): number {
  let sum = 0;
  let squares = 0;
  for (const row of rows) {
    const weight = row.targetPropensity / Math.max(1e-9, row.loggingPropensity);
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/**
 * Percentile bootstrap of the mean, resampling whole groups (sessions), so that linked decisions count once.
 * @param random uniform 0..1, seeded by the caller
 */
export function bootstrapMean(input: {
  readonly values: Float64Array;
  readonly groups?: Int32Array;
  readonly resamples: number;
  readonly confidence: number;
  readonly random: () => number;
}): Interval {
  const { values, groups, resamples, confidence, random } = input;
  const sums = new Map<number, { sum: number; count: number }>();
  values.forEach((value, index) => {
    const key = groups?.[index] ?? index;
    const entry = sums.get(key) ?? { sum: 0, count: 0 };
    sums.set(key, { sum: entry.sum + value, count: entry.count + 1 });
  });
  const clusters = [...sums.values()];
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    let count = 0;
    for (let draw = 0; draw < clusters.length; draw += 1) {
      const cluster = clusters[Math.floor(random() * clusters.length)]!;
      sum += cluster.sum;
      count += cluster.count;
    }
    means[resample] = sum / count;
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  return {
    mean: meanOf(values),
    low: sortedQuantile(means, tail),
    high: sortedQuantile(means, 1 - tail),
  };
}

/**
 * 95 % interval of a policy's value: the grouped bootstrap over the rows and two imagined ones, a surprise upwards and
 * one downwards at the largest weight seen. Rare overlaps are skewed; without the two, a missing failure looks certain.
 * @source the two imagined rows follow Agresti and Coull (1998), Approximate is better than "exact"
 */
export function offPolicyInterval(
  rows: readonly LoggedOutcome[],
  input: {
    readonly options?: OffPolicyOptions;
    readonly groups?: Int32Array;
    readonly resamples: number;
    readonly random: () => number;
  },
): Interval {
  const options = input.options ?? OFF_POLICY_DEFAULTS;
  const values = doublyRobustValues(rows, options);
  const mean = meanOf(values);
  const heaviest = rows.reduce(
    (max, row) =>
      Math.max(
        max,
        Math.min(options.weightMax, row.targetPropensity / Math.max(1e-9, row.loggingPropensity)),
      ),
    1,
  );
  const surprise = 0.5 * heaviest;
  const widened = Float64Array.of(...values, mean + surprise, mean - surprise);
  const groups = input.groups === undefined ? undefined : Int32Array.of(...input.groups, -1, -2);
  const { low, high } = bootstrapMean({
    values: widened,
    ...(groups === undefined ? {} : { groups }),
    resamples: input.resamples,
    confidence: 0.95,
    random: input.random,
  });
  return { mean, low, high };
}

/**
 * Asymptotic confidence sequence for a mean: valid at all sample sizes together, so a test may stop when it excludes 0.
 * `rho` sets where it is tightest; .2 is about 100..1,000 samples.
 * @source Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, Time-uniform central limit theory (2024), theorem 2.2
 */
export function confidenceSequence(
  statistics: { readonly mean: number; readonly variance: number; readonly count: number },
  alpha: number,
  rho = 0.2,
): Interval {
  const { mean, variance, count } = statistics;
  if (count < 2) return { mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const scale = count * rho * rho + 1;
  const radius =
    Math.sqrt(variance) *
    Math.sqrt(((2 * scale) / (count * count * rho * rho)) * Math.log(Math.sqrt(scale) / alpha));
  return { mean, low: mean - radius, high: mean + radius };
}
