// What reports taught, as the decision sees it: the estimate moves and its doubt shrinks only as far as the reports are about
// requests like this one. Reports that agree with the estimate never add doubt; those that contradict it bring their own.
import type { LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { packedSize } from "../../numerics/cholesky.ts";
import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { armNameOf } from "../learned-policy.ts";
import type { FittedKin } from "./fit-kin.ts";
import { kinCoordinates } from "./kin-basis.ts";
import { fieldOf } from "./likeness.ts";

const SPREAD_MAX = 0.5;
/** Departures from the shipped estimate of fewer standard deviations than this are taken for chance. */
const CHANCE_Z = 1.2;
/** Share of the doubt that reports took away, and change of the estimate, from which on the estimate is called the account's own. */
const [OWN_SHARE, OWN_CHANGE] = [0.25, 0.005];

/**
 * What of a departure is believed: nothing within chance, nearly all of it far beyond.
 * @source Breiman (1995), Better subset regression using the nonnegative garrote
 */
function believedShare(departure: number, variance: number): number {
  const chance = CHANCE_Z * CHANCE_Z * variance;
  return Math.max(0, 1 - chance / Math.max(1e-12, departure * departure));
}

interface Doubts {
  /** Of the shipped estimate. @unit logits squared */
  readonly shipped: number;
  /** Of the departure that reports teach, before there were any and with them. @unit logits squared */
  readonly before: number;
  readonly after: number;
  /** From the shipped estimate, by the reports. @unit logits */
  readonly departure: number;
  /** Share of it that is believed. */
  readonly share: number;
}

/**
 * Of the shipped doubt that part shrinks which the reports speak of, and as far as they left less of it. Praise adds none; what is
 * believed against the estimate brings the doubt of the reports.
 */
function joinDoubts({ shipped, before, after, departure, share }: Doubts): number {
  const left = Math.min(1, after / Math.max(1e-12, before));
  const agreed = shipped - Math.min(shipped, before) * (1 - left);
  return departure >= 0 ? agreed : (1 - share) * agreed + share * after;
}

/** Variance of w . phi under a packed covariance. */
function varianceAlong(phi: Float64Array, covariance: Float64Array): number {
  let sum = 0;
  for (let i = 0, start = 0; i < phi.length; i += 1, start += i) {
    let row = 0.5 * phi[i]! * covariance[start + i]!;
    for (let j = 0; j < i; j += 1) row += phi[j]! * covariance[start + j]!;
    sum += 2 * phi[i]! * row;
  }
  return Math.max(0, sum);
}

/** Of the sigmoid, by its value. */
const slopeAt = (success: number): number => Math.max(1e-6, success * (1 - success));

interface Arm {
  readonly index: number;
  /** Shared and own weights together. @shape basisSize */
  readonly weights: Float64Array;
  readonly covariance: Float64Array;
}

function armsOf({ model }: FittedKin): ReadonlyMap<string, Arm> {
  const { basisSize: size, shared, own, covariances } = model;
  const packed = packedSize(size);
  return new Map(
    model.arms.map((name, index) => [
      name,
      {
        index,
        weights: shared.map((value, axis) => value + own[index * size + axis]!),
        covariance: covariances.subarray(index * packed, (index + 1) * packed),
      },
    ]),
  );
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
};

export function createKinPolicy(version: string, fitted: FittedKin): LearnedPolicy {
  const arms = armsOf(fitted);
  const { shared, prior } = fitted.model;
  const priorVariance = prior.tauModel ** 2;
  return {
    version,
    adjust({ encoding, labels, modelIds, estimates }) {
      const phi = kinCoordinates(fitted.basis, encoding);
      const reach = dot(phi, phi) - 1;
      const field = fieldOf(encoding);
      return estimates.map(({ success: shipped, spread }, at): LearnedEstimate => {
        const arm = arms.get(armNameOf(labels[at]!, modelIds[at]));
        if (arm === undefined) {
          return { success: sigmoid(logitOf(shipped) + dot(phi, shared)), spread, isOwn: false };
        }
        const variance = varianceAlong(phi, arm.covariance);
        const departure = dot(phi, arm.weights);
        const believed = believedShare(departure, variance);
        const success = sigmoid(logitOf(shipped) + believed * departure);
        const share = Math.min(1, Math.max(0, reach - variance / priorVariance));
        const logits = joinDoubts({
          shipped: (spread / slopeAt(shipped)) ** 2,
          before: priorVariance * (reach + prior.interceptScale ** 2),
          after: variance,
          departure,
          share: believed,
        });
        const doubt = slopeAt(success) * Math.sqrt(logits);
        const isOwn = share >= OWN_SHARE || Math.abs(success - shipped) >= OWN_CHANGE;
        const byField = fitted.reports[arm.index] ?? {};
        return {
          success,
          spread: Math.min(SPREAD_MAX, doubt),
          isOwn,
          reports: { field, onField: byField[field] ?? 0, inAll: sumOf(byField) },
        };
      });
    },
  };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
