// Limits what one key alone may say of a model in an account where several keys report: until another key confirms it, the model moves by
// at most one class of doubt from where the shipped estimate and the other keys have it.
import type { FeedbackEvidence } from "./fit-reports.ts";

/** One class of doubt, in chances. */
const CLASS = 0.1;
/** Reports from which on a key counts as one that reports, and as which the shipped estimate counts beside the other keys. */
const [REPORTS_MIN, SHIPPED_WORTH] = [20, 10];

interface Weighed {
  readonly row: FeedbackEvidence;
  readonly weight: number;
}

interface Sum {
  reports: number;
  weight: number;
  sum: number;
}

/** A key that is held back on one model. */
export interface HeldBack {
  readonly keyId: string;
  /** Its reports of the model. */
  readonly reports: number;
  /** Mean of their outcomes less the shipped estimates. @range -1..1 */
  readonly residual: number;
  /** Part of the model's move that is not believed. @range 0..1 */
  readonly heldBack: number;
  /** It contradicts all others, so that none of its reports count. */
  readonly isDropped: boolean;
}

interface BoundKey extends HeldBack {
  /** Added to each of its outcomes. @range -1..1 */
  readonly offset: number;
}

function sumByKey(rows: readonly Weighed[]): Map<string, Sum> {
  const byKey = new Map<string, Sum>();
  for (const { row, weight } of rows) {
    const of = byKey.get(row.keyId) ?? { reports: 0, weight: 0, sum: 0 };
    of.reports += 1;
    of.weight += weight;
    of.sum += weight * (row.outcome - row.prior);
    byKey.set(row.keyId, of);
  }
  return byKey;
}

function totalOf(byKey: ReadonlyMap<string, Sum>): readonly [weight: number, sum: number] {
  let [weight, sum] = [0, 0];
  for (const each of byKey.values()) [weight, sum] = [weight + each.weight, sum + each.sum];
  return [weight, sum];
}

/** One model's key that moves it furthest beyond its bound; undefined where none does. */
function findBound(byKey: ReadonlyMap<string, Sum>): BoundKey | undefined {
  const [weight, sum] = totalOf(byKey);
  if (weight === 0) return undefined;
  const pooled = sum / weight;
  let most: BoundKey | undefined;
  for (const [keyId, own] of [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (own.weight === 0) continue;
    const without = (sum - own.sum) / (weight - own.weight + SHIPPED_WORTH);
    const bounded = Math.min(Math.max(0, without) + CLASS, Math.max(Math.min(0, without) - CLASS, pooled));
    const heldBack = Math.abs(bounded - pooled);
    if (heldBack <= (most?.heldBack ?? 0)) continue;
    const offset = ((bounded - pooled) * weight) / own.weight;
    const residual = own.sum / own.weight;
    most = { keyId, reports: own.reports, residual, heldBack, isDropped: false, offset };
  }
  return most;
}

/** Dropped keys that report on one model, and by how much they would have moved it. */
export function contradictingKeys(
  rows: readonly Weighed[],
  dropped: ReadonlySet<string>,
): readonly HeldBack[] {
  const byKey = sumByKey(rows);
  const [weight, sum] = totalOf(byKey);
  return [...byKey].flatMap(([keyId, own]) => {
    if (!dropped.has(keyId) || own.weight === 0) return [];
    const without = (sum - own.sum) / (weight - own.weight + SHIPPED_WORTH);
    const heldBack = Math.abs(sum / weight - without);
    return [{ keyId, reports: own.reports, residual: own.sum / own.weight, heldBack, isDropped: true }];
  });
}

/**
 * The key that is held back, by model. An account where one key alone reports has none: no other can contradict it.
 * @param byArm reports of each model. @shape result arms
 */
export function boundKeys(byArm: readonly (readonly Weighed[])[]): readonly (BoundKey | undefined)[] {
  const counts = new Map<string, number>();
  for (const rows of byArm)
    for (const { row } of rows) counts.set(row.keyId, (counts.get(row.keyId) ?? 0) + 1);
  const reporting = [...counts.values()].filter((count) => count >= REPORTS_MIN).length;
  return byArm.map((rows) => (reporting < 2 ? undefined : findBound(sumByKey(rows))));
}
