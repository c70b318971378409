// The cost-quality plane: curves of a router under a swept price weight, and what they are worth.
import { areaUnderLine } from "@signalbox/engine/numerics";

export interface CostQualityPoint {
  /** Mean cost of a query. @unit USD */
  readonly costUsd: number;
  /** Mean score. @range 0..1 */
  readonly quality: number;
}

/**
 * Upper-left hull: cost ascending, quality non-decreasing, concave. Any point on it can be had by mixing two policies.
 * @source Hu et al., RouterBench (2024), section 3.2
 */
export function buildQualityHull(points: readonly CostQualityPoint[]): readonly CostQualityPoint[] {
  const sorted = points.toSorted((a, b) => a.costUsd - b.costUsd || b.quality - a.quality);
  const hull: CostQualityPoint[] = [];
  for (const point of sorted) {
    const last = hull.at(-1);
    if (last !== undefined && point.quality <= last.quality) continue;
    while (hull.length >= 2 && !isAbove(hull.at(-2)!, hull.at(-1)!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

function isAbove(a: CostQualityPoint, b: CostQualityPoint, c: CostQualityPoint): boolean {
  return (
    (b.quality - a.quality) * (c.costUsd - a.costUsd) > (c.quality - a.quality) * (b.costUsd - a.costUsd)
  );
}

/** Quality reached with a budget; the cheapest point's below it. */
export function qualityAtCost(hull: readonly CostQualityPoint[], costUsd: number): number {
  let previous = hull[0];
  if (previous === undefined) return Number.NaN;
  if (costUsd <= previous.costUsd) return previous.quality;
  for (const point of hull) {
    if (point.costUsd >= costUsd && point.costUsd > previous.costUsd) {
      const share = (costUsd - previous.costUsd) / (point.costUsd - previous.costUsd);
      return previous.quality + share * (point.quality - previous.quality);
    }
    previous = point;
  }
  return previous.quality;
}

/** Area under the hull from the range's start to its end, divided by its width: mean quality over budgets. @source RouterBench, AIQ */
export function computeAiq(
  hull: readonly CostQualityPoint[],
  range: { readonly fromUsd: number; readonly toUsd: number },
): number {
  const knots = [
    range.fromUsd,
    ...hull.map((point) => point.costUsd).filter((cost) => cost > range.fromUsd && cost < range.toUsd),
    range.toUsd,
  ];
  const area = areaUnderLine(
    knots,
    knots.map((knot) => qualityAtCost(hull, knot)),
  );
  return area / (range.toUsd - range.fromUsd);
}

/** Relative gain of quality at the reference's cost. @source LLMRouterBench, PerfGain */
export function computePerfGain(hull: readonly CostQualityPoint[], reference: CostQualityPoint): number {
  return qualityAtCost(hull, reference.costUsd) / reference.quality - 1;
}

/**
 * RouterArena's score of one operating point. @source RouterArena (2025)
 * @param costUsdPer1k cost of a thousand queries, clamped to the board's range.
 */
export function computeArenaScore(accuracy: number, costUsdPer1k: number): number {
  const [beta, highest, lowest] = [0.1, 200, 0.0044];
  const cost = Math.min(highest, Math.max(lowest, costUsdPer1k));
  const thrift = (Math.log2(highest) - Math.log2(cost)) / (Math.log2(highest) - Math.log2(lowest));
  const denominator = beta * accuracy + thrift;
  return denominator === 0 ? 0 : ((1 + beta) * accuracy * thrift) / denominator;
}
