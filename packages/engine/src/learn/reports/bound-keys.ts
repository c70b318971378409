// Limits what one key alone may say of a model in an account where several keys report: until another key confirms it, the model moves by
// at most one class of doubt from where the shipped estimate and the other keys have it.
import type { FeedbackEvidence } from "./fit-reports.ts";

/** One class of doubt, in chances. */
export const CLASS = 0.1;
/** Reports from which on a key counts as one that reports, and as which the shipped estimate counts beside the other keys. */
const [REPORTS_MIN, SHIPPED_WORTH] = [20, 10];

interface Weighed {
  readonly row: FeedbackEvidence;
  readonly weight: number;
}

interface Sum {
  weight: number;
  sum: number;
}

function sumByKey(rows: readonly Weighed[]): Map<string, Sum> {
  const byKey = new Map<string, Sum>();
  for (const { row, weight } of rows) {
    const of = byKey.get(row.keyId) ?? { weight: 0, sum: 0 };
    of.weight += weight;
    of.sum += weight * (row.outcome - row.prior);
    byKey.set(row.keyId, of);
  }
  return byKey;
}

/** The offset of one model's key that has most of the weight; undefined where the others agree with it. */
function offsetOf(byKey: ReadonlyMap<string, Sum>): readonly [keyId: string, offset: number] | undefined {
  const [first] = [...byKey].toSorted(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1));
  if (first === undefined) return undefined;
  const [keyId, own] = first;
  if (own.weight === 0) return undefined;
  let [weight, sum] = [0, 0];
  for (const each of byKey.values()) [weight, sum] = [weight + each.weight, sum + each.sum];
  const without = (sum - own.sum) / (weight - own.weight + SHIPPED_WORTH);
  const pooled = sum / weight;
  const bounded = Math.min(Math.max(0, without) + CLASS, Math.max(Math.min(0, without) - CLASS, pooled));
  return bounded === pooled ? undefined : [keyId, ((bounded - pooled) * weight) / own.weight];
}

/**
 * Offsets of outcomes, by model and key. An account where one key alone reports has none: no other can contradict it.
 * @param byArm reports of each model
 */
export function boundKeys(byArm: readonly (readonly Weighed[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const rows of byArm)
    for (const { row } of rows) counts.set(row.keyId, (counts.get(row.keyId) ?? 0) + 1);
  const reporting = [...counts.values()].filter((count) => count >= REPORTS_MIN).length;
  if (reporting < 2) return new Map();
  return new Map(
    byArm.flatMap((rows, arm) => {
      const found = offsetOf(sumByKey(rows));
      return found === undefined ? [] : [[`${arm}\0${found[0]}`, found[1]] as const];
    }),
  );
}
