// Coordinates that carry likeness: a few of the account's own requests stand for all, and a request is placed by how like it is
// to each. What is like none of them has coordinates near zero, so that nothing learned reaches it.
// @source Rasmussen and Williams, "Gaussian Processes for Machine Learning" (2006), 8.1 (incomplete Cholesky), 8.3.1
import { factoriseNearly, solveLower } from "../../numerics/cholesky.ts";
import type { Kindred } from "../../input/decision-input.ts";
import { kinOf, likenessOf, type Kin } from "./likeness.ts";

export interface KinBasis {
  readonly landmarks: readonly Kin[];
  /** Lower factor of the landmarks' likeness. @shape landmarks x landmarks */
  readonly factor: Float64Array;
}

const LANDMARKS_MAX = 32;
/** Requests that the landmarks explain this far need none of their own. */
const UNEXPLAINED_MIN = 0.1;
/** Requests that landmarks are chosen from, evenly spread over all. */
const CANDIDATES_MAX = 400;
const JITTER = 1e-6;

function thin<T>(rows: readonly T[], max: number): readonly T[] {
  if (rows.length <= max) return rows;
  return Array.from({ length: max }, (_, index) => rows[Math.floor((index * rows.length) / max)]!);
}

/** Takes in turn the request that those taken explain least. */
function chooseLandmarks(candidates: readonly Kin[]): Kin[] {
  const left = new Float64Array(candidates.length).fill(1);
  const columns: Float64Array[] = [];
  const chosen: Kin[] = [];
  while (chosen.length < Math.min(LANDMARKS_MAX, candidates.length)) {
    let pivot = 0;
    left.forEach((value, at) => (pivot = value > left[pivot]! ? at : pivot));
    const unexplained = left[pivot]!;
    if (unexplained < UNEXPLAINED_MIN) break;
    const column = Float64Array.from(candidates, (kin, at) => {
      const known = columns.reduce((sum, each) => sum + each[at]! * each[pivot]!, 0);
      return (likenessOf(kin, candidates[pivot]!) - known) / Math.sqrt(unexplained);
    });
    column.forEach((value, at) => (left[at] = Math.max(0, left[at]! - value * value)));
    columns.push(column);
    chosen.push(candidates[pivot]!);
  }
  return chosen;
}

export function fitKinBasis(requests: readonly Kindred[]): KinBasis {
  const landmarks = chooseLandmarks(thin(requests, CANDIDATES_MAX).map(kinOf));
  const size = landmarks.length;
  const likeness = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j < size; j += 1)
      likeness[i * size + j] = likenessOf(landmarks[i]!, landmarks[j]!) + (i === j ? JITTER : 0);
  return { landmarks, factor: factoriseNearly(likeness, size) };
}

/** The level common to all requests first. */
export const basisSizeOfKin = ({ landmarks }: KinBasis): number => 1 + landmarks.length;

/** @shape result 1 + landmarks; the squares of all but the first sum to at most 1 */
export function kinCoordinates({ landmarks, factor }: KinBasis, request: Kindred): Float64Array {
  const kin = kinOf(request);
  const placed = solveLower(
    factor,
    Float64Array.from(landmarks, (landmark) => likenessOf(landmark, kin)),
  );
  const phi = new Float64Array(1 + placed.length);
  phi[0] = 1;
  phi.set(placed, 1);
  return phi;
}
