// How far the sum of savings would have come out otherwise, had other traffic of the same kind come. Calls of one stretch of
// time resemble each other, so the stretches are what is drawn, not the calls (a ratio estimator over clusters).

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

export interface Cluster {
  readonly decisions: number;
  readonly savedUsd: number;
}

interface SavingSum {
  add(cluster: Cluster): void;
  /** Half the width of the interval around the sum; undefined while there are too few clusters. */
  halfWidth(): number | undefined;
}

export function createSavingSum(): SavingSum {
  let [clusters, decisions, saved] = [0, 0, 0];
  let [saved2, cross, decisions2] = [0, 0, 0];
  return {
    add: (cluster) => {
      clusters += 1;
      decisions += cluster.decisions;
      saved += cluster.savedUsd;
      saved2 += cluster.savedUsd ** 2;
      cross += cluster.savedUsd * cluster.decisions;
      decisions2 += cluster.decisions ** 2;
    },
    halfWidth: () => {
      if (clusters < CLUSTERS_MIN) return undefined;
      const mean = saved / decisions;
      const residual = Math.max(0, saved2 - 2 * mean * cross + mean ** 2 * decisions2);
      return quantile(clusters - 1) * Math.sqrt((residual * clusters) / (clusters - 1));
    },
  };
}
