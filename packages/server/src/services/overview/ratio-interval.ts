// How far a sum would have come out otherwise, had other traffic of the same kind come. Calls of one stretch of time resemble
// each other, so the stretches are what is drawn, not the calls (a ratio estimator over clusters).

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959964;
/** Fewer stretches say nothing of how they differ. */
const CLUSTERS_MIN = 8;

/** Student's t for 95 %, expanded around the normal distribution; exact to .01 from seven degrees of freedom on. */
function quantile(degrees: number): number {
  const first = (Z ** 3 + Z) / (4 * degrees);
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2);
  return Z + first + second;
}

/** One stretch of time: dollars saved by its decisions, or dollars billed for its expected ones. */
export interface Cluster {
  readonly weight: number;
  readonly value: number;
}

interface Ratio {
  add(cluster: Cluster): void;
  /** Half the width of the 95 % interval around the sum of values; undefined while there are too few clusters. */
  halfWidth(): number | undefined;
}

export function createRatio(): Ratio {
  let [clusters, weights, values] = [0, 0, 0];
  let [values2, cross, weights2] = [0, 0, 0];
  return {
    add: ({ weight, value }) => {
      clusters += 1;
      weights += weight;
      values += value;
      values2 += value ** 2;
      cross += value * weight;
      weights2 += weight ** 2;
    },
    halfWidth: () => {
      if (clusters < CLUSTERS_MIN) return undefined;
      const mean = values / weights;
      const residual = Math.max(0, values2 - 2 * mean * cross + mean ** 2 * weights2);
      return quantile(clusters - 1) * Math.sqrt((residual * clusters) / (clusters - 1));
    },
  };
}
