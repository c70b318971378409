// An account's reports as sums, and what they say: one hierarchical Gaussian model, solved exactly.
//   outcome = shipped + z . (shared + own_m) + noise,   shared ~ N(0, S),   own_m ~ N(0, (4 p (1 - p))^2 O)
// A report is one outer product: taking it back, or ageing what came before, is arithmetic on the sums.
// @source Gelman & Hill, Data Analysis Using Regression and Multilevel/Hierarchical Models, ch. 13 (partial pooling); MacKay (1992), Bayesian Interpolation (evidence)
import {
  factorise,
  invertFactorised,
  logDeterminant,
  packedSize,
  solveFactorised,
} from "../../numerics/cholesky.ts";
import { DEPARTURE, KINDS_AT, LEVEL } from "./place.ts";
import { DIRECTION_COUNT } from "./directions.ts";
import { PRIORS } from "../priors.data.ts";

/** Prior deviations on the scale of chances. */
export interface Scale {
  readonly sharedLevel: number;
  readonly sharedKind: number;
  readonly sharedDirections: number;
  readonly ownLevel: number;
  readonly ownKind: number;
  readonly ownDirections: number;
  /** Nats by which it leads before any report. */
  readonly credit: number;
}

/**
 * How widely reports hold is read off their evidence. The first keeps them to their kind of work until reports on other kinds agree.
 */
export const SCALES: readonly Scale[] = [
  {
    sharedLevel: 0.03,
    sharedKind: 0.35,
    sharedDirections: 0.15,
    ownLevel: 0.03,
    ownKind: 0.35,
    ownDirections: 0.15,
    credit: 6.5,
  },
  {
    sharedLevel: 0.03,
    sharedKind: 0.3,
    sharedDirections: 0.1,
    ownLevel: 0.03,
    ownKind: 0.1,
    ownDirections: 0.05,
    credit: 0,
  },
  {
    sharedLevel: 0.6,
    sharedKind: 0.2,
    sharedDirections: 0.2,
    ownLevel: 0.15,
    ownKind: 0.15,
    ownDirections: 0.15,
    credit: 0,
  },
  {
    sharedLevel: 0.6,
    sharedKind: 0.35,
    sharedDirections: 0.35,
    ownLevel: 0.4,
    ownKind: 0.3,
    ownDirections: 0.3,
    credit: 0,
  },
];

/** Variance of an outcome about its chance, about a tenth of the reports being wrong. */
const NOISE = 0.2;
/** Prior deviation of the level of a model that is known to have changed. */
const CHANGED_LEVEL = 0.4;

export interface Sums {
  readonly size: number;
  /** Sum of w z z' by model, lower triangles row by row. @shape packedSize(size) */
  readonly products: readonly Float64Array[];
  /** Sum of w z (outcome - shipped) by model. @shape size */
  readonly moments: readonly Float64Array[];
}

export function createSums(arms: number, size: number): Sums {
  return {
    size,
    products: Array.from({ length: arms }, () => new Float64Array(packedSize(size))),
    moments: Array.from({ length: arms }, () => new Float64Array(size)),
  };
}

/** @param weight 1 for a report, -1 to take it back, between them for its share of a conversation or its age */
export function addReport(
  { size, products, moments }: Sums,
  report: {
    readonly arm: number;
    readonly z: Float64Array;
    readonly residual: number;
    readonly weight: number;
  },
): void {
  const { arm, z, residual, weight } = report;
  const product = products[arm]!;
  const moment = moments[arm]!;
  for (let i = 0, start = 0; i < size; i += 1, start += i) {
    if (z[i] === 0) continue;
    const weighed = weight * z[i]!;
    moment[i] = moment[i]! + weighed * residual;
    for (let j = 0; j <= i; j += 1) product[start + j] = product[start + j]! + weighed * z[j]!;
  }
}

/** How far a model may depart. */
export interface ArmPrior {
  /** 4 p (1 - p). */
  readonly slope: number;
  readonly isChanged: boolean;
}

export interface FittedSums {
  readonly size: number;
  /** @shape size */
  readonly shared: Float64Array;
  /** @shape arms x size */
  readonly own: readonly Float64Array[];
  /** Deviations by which a model departs that nothing is known of and that may depart by a whole chance. @shape size */
  readonly ownPrior: Float64Array;
  /** Precision of every own part before any report. @shape arms x size */
  readonly precisions: readonly Float64Array[];
  /** Covariance of every own part where the shared part is known, lower triangles. @shape arms x packedSize(size) */
  readonly covariances: readonly Float64Array[];
  /** Factor of the covariance of the shared part, lower triangle. @shape packedSize(size) */
  readonly sharedFactor: Float64Array;
}

function deviationsOf(
  size: number,
  { level, direction, kind, slope }: Record<"level" | "direction" | "kind" | "slope", number>,
): Float64Array {
  const out = new Float64Array(size).fill(kind);
  out.fill(direction / Math.sqrt(DIRECTION_COUNT), LEVEL, KINDS_AT);
  out[LEVEL] = level;
  out[DEPARTURE] = slope;
  return out;
}

const ofShared = (size: number, scale: Scale): Float64Array =>
  deviationsOf(size, {
    level: scale.sharedLevel,
    direction: scale.sharedDirections,
    kind: scale.sharedKind,
    slope: PRIORS.within.deviation,
  });

function ofOwn(size: number, scale: Scale, { slope, isChanged }: ArmPrior): Float64Array {
  const level = isChanged ? Math.max(CHANGED_LEVEL, scale.ownLevel) : scale.ownLevel;
  const prior = deviationsOf(size, {
    level,
    direction: scale.ownDirections,
    kind: scale.ownKind,
    slope: Math.min(PRIORS.within.deviation, scale.ownKind),
  });
  return prior.map((deviation) => slope * deviation);
}

const toPrecision = (deviations: Float64Array): Float64Array => deviations.map((each) => 1 / (each * each));
export const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
};

/** M z of a packed symmetric matrix; coordinates that are 0 cost nothing. */
export function timesPacked(packed: Float64Array, z: Float64Array): Float64Array {
  const size = z.length;
  const out = new Float64Array(size);
  for (let j = 0; j < size; j += 1) {
    const value = z[j]!;
    if (value === 0) continue;
    const row = packedSize(j);
    for (let i = 0; i < j; i += 1) out[i] = out[i]! + packed[row + i]! * value;
    for (let i = j, at = row + j; i < size; i += 1, at += i) out[i] = out[i]! + packed[at]! * value;
  }
  return out;
}

function unpack(packed: Float64Array, size: number, factor: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0, at = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1, at += 1) out[i * size + j] = out[j * size + i] = packed[at]! * factor;
  return out;
}

/** The lower triangle, row by row. */
function pack(matrix: Float64Array, size: number): Float64Array {
  const out = new Float64Array(packedSize(size));
  for (let i = 0, at = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1, at += 1) out[at] = matrix[i * size + j]!;
  return out;
}

interface ArmSolution {
  readonly covariance: Float64Array;
  readonly moment: Float64Array;
  readonly precision: Float64Array;
}

/** The own parts and the shared one together, under one scale. */
function fitAt(
  sums: Sums,
  arms: readonly ArmPrior[],
  scale: Scale,
): FittedSums & { readonly evidence: number } {
  const { size } = sums;
  const sharedPrecision = toPrecision(ofShared(size, scale));
  const joint = new Float64Array(size * size);
  const pull = new Float64Array(size);
  let [determinant, square] = [0, 0];
  for (let i = 0; i < size; i += 1) {
    joint[i * size + i] = sharedPrecision[i]!;
    determinant -= Math.log(sharedPrecision[i]!);
  }
  const solved = arms.map((arm, m): ArmSolution => {
    const precision = toPrecision(ofOwn(size, scale, arm));
    const moment = sums.moments[m]!.map((value) => value / NOISE);
    const matrix = unpack(sums.products[m]!, size, 1 / NOISE);
    for (let i = 0; i < size; i += 1) {
      matrix[i * size + i] = matrix[i * size + i]! + precision[i]!;
      determinant -= Math.log(precision[i]!);
    }
    const factor = factorise(matrix, size);
    determinant += logDeterminant(factor, size);
    const covariance = invertFactorised(factor, size);
    // A - A S^-1 A = P - P S^-1 P, and b - A S^-1 b = P S^-1 b, for S = A + P.
    const mean = timesPacked(covariance, moment);
    square += dot(moment, mean);
    for (let i = 0, at = 0; i < size; i += 1) {
      pull[i] = pull[i]! + precision[i]! * mean[i]!;
      for (let j = 0; j <= i; j += 1, at += 1) {
        const lost = precision[i]! * covariance[at]! * precision[j]!;
        joint[i * size + j] = joint[i * size + j]! + (i === j ? precision[i]! : 0) - lost;
      }
    }
    return { covariance, moment, precision };
  });
  const factor = factorise(joint, size);
  determinant += logDeterminant(factor, size);
  const shared = solveFactorised(factor, pull.slice());
  square += dot(pull, shared);
  const own = solved.map(({ covariance, moment }, m) => {
    const explained = timesPacked(sums.products[m]!, shared);
    return timesPacked(
      covariance,
      moment.map((value, i) => value - explained[i]! / NOISE),
    );
  });
  const sharedCovariance = unpack(invertFactorised(factor, size), size, 1);
  return {
    size,
    shared,
    own,
    ownPrior: ofOwn(size, scale, { slope: 1, isChanged: false }),
    precisions: solved.map(({ precision }) => precision),
    covariances: solved.map(({ covariance }) => covariance),
    sharedFactor: pack(factorise(sharedCovariance, size, 1e-15), size),
    evidence: (square - determinant) / 2,
  };
}

function addScaled(into: Float64Array, values: Float64Array, factor: number): void {
  for (let at = 0; at < values.length; at += 1) into[at] = into[at]! + factor * values[at]!;
}

/** Means averaged over the scales by their evidence; doubts of the likeliest scale. */
export function fitSums(sums: Sums, arms: readonly ArmPrior[]): FittedSums {
  const fits = SCALES.map((scale) => fitAt(sums, arms, scale));
  const credits = fits.map(({ evidence }, at) => evidence + SCALES[at]!.credit);
  const most = Math.max(...credits);
  const weights = credits.map((credit) => Math.exp(credit - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shared = new Float64Array(sums.size);
  const own = arms.map(() => new Float64Array(sums.size));
  fits.forEach((each, at) => {
    addScaled(shared, each.shared, weights[at]! / total);
    own.forEach((part, m) => addScaled(part, each.own[m]!, weights[at]! / total));
  });
  const { evidence: _, ...likeliest } = fits[credits.indexOf(most)]!;
  return { ...likeliest, shared, own };
}
