// A process on prompts as a decision sees them: what it adds to every model's estimate where prompts like this one were
// graded, and nothing far from all of them.
import { findOutcomeFactors } from "./outcome-factors.ts";
import type { Points } from "./points.ts";
import { addAtPoint, buildProcessTables, placeProcess } from "./process-workspace.ts";
import type { PlacedProcess } from "./process-workspace.ts";
import { fitSparseProcess } from "./sparse-process.ts";

export interface FittedProcess {
  /** Entries of a point. */
  readonly dim: number;
  /** Rows that stand for all. @shape size x dim */
  readonly inducing: Float32Array;
  /** Weights that likeness to each of them adds to a model. @shape arms x size */
  readonly weights: Float32Array;
  readonly arms: number;
}

/** With more, the serving time grows and no figure on dev rows. */
const INDUCING_MAX = 256;
/** Among 1, 1/2 and 1/4 this is the best on seven sources, by a little; to choose one noise is worse. */
const EVIDENCE_POWER = 0.5;
/** Levels are learned before: a second one a model, from the same rows, was noise. */
const NO_LEVEL = { mean: 0, worth: 1e9 };

/**
 * @param residuals outcome less what was expected without the process; NaN = unknown. @shape points.count x arms
 * @param arms at least 1
 */
export function fitProcess(points: Points, residuals: Float32Array, arms: number): FittedProcess {
  const { axes, width, coordinates } = findOutcomeFactors({
    scores: residuals,
    models: arms,
    usual: NO_LEVEL,
  });
  const { dim, inducing, ...fitted } = fitSparseProcess(points, {
    values: coordinates,
    width,
    inducingMax: INDUCING_MAX,
    evidencePower: EVIDENCE_POWER,
  });
  const size = inducing.length / dim;
  const weights = new Float32Array(arms * size);
  for (let arm = 0; arm < arms; arm += 1)
    for (let j = 0; j < size; j += 1) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += axes[k * arms + arm]! * fitted.weights[k * size + j]!;
      weights[arm * size + j] = sum;
    }
  return { dim, inducing, weights, arms };
}

/** Asks a process without allocating; what comes back is overwritten by the next question. */
export function createProcessReader({ dim, inducing, weights, arms }: FittedProcess): ProcessReader {
  const tables = buildProcessTables({ inducing, weights, arms }, dim);
  const added = new Float64Array(arms);
  let placed: PlacedProcess | undefined;
  return (point) => {
    placed = placeProcess(tables, placed);
    placed.point.view.set(point);
    addAtPoint(tables, placed, added);
    return added;
  };
}

/** Amount that is added to the success of every model at a point. @shape point dim, result arms */
type ProcessReader = (point: Float32Array) => Float64Array;
