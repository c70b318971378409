// How much each reported outcome may weigh: recent ones more than old ones, no API key more than its share, and a key
// that contradicts all others only as far as chance could explain it. Guards an account against one poisoned reporter.

export interface EvidenceRow {
  readonly keyId: string;
  readonly arm: number;
  /** Outcome minus the shipped estimate. @range -1..1 */
  readonly residual: number;
  /** @unit milliseconds since the epoch */
  readonly reportedAtMs: number;
}

/** Age at which an outcome weighs half. @unit milliseconds */
export const HALF_LIFE_MS = 30 * 86_400_000;
/** Largest share of one arm's evidence that one key may hold when several keys report. @range 0..1 */
const KEY_SHARE_MAX = 0.5;
/** Disagreement with the other keys, in standard errors, that is still believed in full. */
const DISAGREEMENT_Z = 2.5;
/** Honest keys serve different products, so their mean residuals differ by about this much. */
const KEY_HETEROGENEITY = 0.05;
/** Trust below this is no trust: a trickle from a key that contradicts everyone is still a lever. */
const TRUST_MIN = 0.1;

interface Tally {
  weight: number;
  sum: number;
  squares: number;
}

function tallyBy(rows: readonly EvidenceRow[], weights: Float64Array): Map<number, Map<string, Tally>> {
  const arms = new Map<number, Map<string, Tally>>();
  rows.forEach((row, index) => {
    const keys = arms.get(row.arm) ?? new Map<string, Tally>();
    const tally = keys.get(row.keyId) ?? { weight: 0, sum: 0, squares: 0 };
    const weight = weights[index]!;
    keys.set(row.keyId, {
      weight: tally.weight + weight,
      sum: tally.sum + weight * row.residual,
      squares: tally.squares + weight * row.residual * row.residual,
    });
    arms.set(row.arm, keys);
  });
  return arms;
}

/** The middle of the keys' mean residuals, each weighted by its evidence: a minority cannot move it far. */
function weightedMedian(tallies: readonly Tally[]): number {
  const sorted = tallies.toSorted((a, b) => a.sum / a.weight - b.sum / b.weight);
  const half = sorted.reduce((total, tally) => total + tally.weight, 0) / 2;
  let passed = 0;
  for (const tally of sorted) {
    passed += tally.weight;
    if (passed >= half) return tally.sum / tally.weight;
  }
  return 0;
}

/** Trust in one key on one arm: 1 when it agrees with the middle, falling with the square of its disagreement. */
function trustOf(own: Tally, middle: number, totalWeight: number): number {
  const mean = own.sum / own.weight;
  const variance = Math.max(0.02, own.squares / own.weight - mean * mean) / Math.max(1, own.weight);
  const z = Math.abs(mean - middle) / Math.sqrt(variance + KEY_HETEROGENEITY ** 2);
  const believed = Math.min(1, (DISAGREEMENT_Z / Math.max(z, 1e-9)) ** 2);
  const share = own.weight / totalWeight;
  // The majority is not doubted because a minority contradicts it.
  if (share > 0.5) return 1;
  return believed < TRUST_MIN ? 0 : believed * Math.min(1, KEY_SHARE_MAX / share);
}

/**
 * Weight of every row, in the order given. Pure: the caller says what time it is.
 * @range 0..1
 */
export function weighEvidence(rows: readonly EvidenceRow[], nowMs: number): Float64Array {
  const weights = Float64Array.from(rows, (row) =>
    Math.exp((-Math.LN2 * Math.max(0, nowMs - row.reportedAtMs)) / HALF_LIFE_MS),
  );
  const arms = tallyBy(rows, weights);
  const trust = new Map<string, number>();
  for (const [arm, keys] of arms) {
    const tallies = [...keys.values()].filter((tally) => tally.weight > 0);
    const middle = weightedMedian(tallies);
    const total = tallies.reduce((sum, tally) => sum + tally.weight, 0);
    for (const [keyId, own] of keys)
      if (own.weight > 0) trust.set(`${arm}\u0000${keyId}`, trustOf(own, middle, total));
  }
  return weights.map((weight, index) => {
    const row = rows[index]!;
    return weight * (trust.get(`${row.arm}\u0000${row.keyId}`) ?? 1);
  });
}
