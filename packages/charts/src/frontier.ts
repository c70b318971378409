// The frontier of cost and quality: the candidates that no other one beats on both counts.

interface CostQuality {
  /** Expected cost, in dollars or seconds. */
  readonly cost: number;
  /** @range 0..1 */
  readonly success: number;
}

/** Undominated points by ascending cost. Of equal points the first stays. */
export function frontier<T extends CostQuality>(points: readonly T[]): T[] {
  const ordered = [...points].sort((a, b) => a.cost - b.cost || b.success - a.success);
  const kept: T[] = [];
  let best = -Infinity;
  for (const point of ordered) {
    if (point.success <= best) continue;
    kept.push(point);
    best = point.success;
  }
  return kept;
}
