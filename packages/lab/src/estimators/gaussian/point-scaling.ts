// How vectors become points whose distances a kernel can read. Learned from the training rows, then the same for all.
import { centreRows, meanRow, normaliseRows } from "../../features/vector.ts";
import type { Points } from "./sparse-process.ts";

export interface PointScaling {
  apply(points: Points): Points;
}

interface Spread {
  /** @shape dim */
  readonly mean: Float32Array;
  /** @shape dim */
  readonly deviation: Float32Array;
}

function spreadOf({ count, features, dim }: Points): Spread {
  const mean = meanRow(features, dim);
  const square = new Float32Array(dim);
  for (let at = 0; at < features.length; at += 1)
    square[at % dim] = square[at % dim]! + (features[at]! - mean[at % dim]!) ** 2 / count;
  return { mean, deviation: square.map(Math.sqrt) };
}

/**
 * Vectors whose direction counts: centred, of unit length, axes that vary much weighed up by the root of their deviation
 * (the trailing axes of a principal-axes encoder are mostly noise; on dev rows the root was best of 0, .5, .8).
 */
export function fitDirections(points: Points): PointScaling {
  const mean = meanRow(points.features, points.dim);
  const { deviation } = spreadOf({ ...points, features: centreRows(points.features, mean) });
  const weight = deviation.map(Math.sqrt);
  return {
    apply: (asked) => ({
      ...asked,
      features: normaliseRows(
        centreRows(asked.features, mean).map((value, at) => value * weight[at % asked.dim]!),
        asked.dim,
      ),
    }),
  };
}

const SURFACE_LIMIT = 3;
/** Length of a typical surface vector beside a direction of length 1; best of .4, .6, .9 on dev rows. */
const SURFACE_WEIGHT = 0.6;

/** Counts and shares of a text's surface: every column in deviations from its mean, wild ones cut. */
export function fitSurface(points: Points): PointScaling {
  const { mean, deviation } = spreadOf(points);
  const scale = SURFACE_WEIGHT / Math.sqrt(points.dim);
  return {
    apply: (asked) => ({
      ...asked,
      features: asked.features.map((value, at) => {
        const standard = (value - mean[at % asked.dim]!) / (deviation[at % asked.dim]! + 1e-6);
        return scale * Math.min(SURFACE_LIMIT, Math.max(-SURFACE_LIMIT, standard));
      }),
    }),
  };
}
