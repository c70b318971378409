// When nobody is eligible: the least bad of all.
// Wishes give way before abilities, abilities before rules; among equals the one that misses its limit by the least.
import type { Estimated } from "../estimate/estimated.ts";
import { FILTER_TABLE } from "./filter-table.ts";
import type { RejectionRecord } from "./rejection.ts";

/** Limits missed by ratios this close are missed alike; the objective decides between them. */
const RATIO_MARGIN = 1.001;

/**
 * The candidates among which the least bad is chosen; never empty when `permitted` is not.
 * @param permitted who may be chosen at all @param rejected why nobody is eligible; those of others are not read
 */
export function leastBadOf(
  permitted: readonly Estimated[],
  rejected: readonly RejectionRecord[],
): readonly Estimated[] {
  const own = new Set(permitted.map(({ label }) => label));
  const faults = rejected.filter(({ label }) => own.has(label));
  const mildest = faults.reduce((low, { code }) => Math.min(low, FILTER_TABLE[code].severity), Infinity);
  const misses = faults.filter(({ code }) => FILTER_TABLE[code].severity === mildest);
  const smallest = misses.reduce((low, fault) => Math.min(low, missRatioOf(fault)), Infinity);
  const labels = new Set<string>();
  for (const fault of misses) if (missRatioOf(fault) <= smallest * RATIO_MARGIN) labels.add(fault.label);
  return permitted.filter(({ label }) => labels.has(label));
}

/** How many times the need exceeds the limit; a miss without numbers is larger than any with them. */
function missRatioOf(rejection: RejectionRecord): number {
  if (!("need" in rejection) || rejection.need === null) return Number.MAX_VALUE / 2;
  const { limit } = rejection;
  const need = ("sure" in rejection ? rejection.sure : undefined) ?? rejection.need;
  return limit > 0 ? need / limit : Number.MAX_VALUE / 4;
}
