// Dollars at equal quality: each way of routing is swept over tolerances, and its curve is read at one success.
import type { SimulationInput, SimulationResult, Way } from "./simulate.ts";
import { simulate } from "./simulate.ts";

export const TOLERANCES: readonly number[] = [
  0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5,
];

export function sweep(input: Omit<SimulationInput, "way" | "tolerance">, way: Way): SimulationResult[] {
  return TOLERANCES.map((tolerance) => simulate({ ...input, way, tolerance }));
}

/**
 * Least dollars at which a mix of two points of the curve reaches `success`; Infinity when no point does.
 * A mix is what an operator gets who sends a share of the sessions by either setting.
 */
export function usdAtSuccess(curve: readonly SimulationResult[], success: number): number {
  let least = Infinity;
  for (const high of curve) {
    if (high.success < success) continue;
    least = Math.min(least, high.usd);
    for (const low of curve) {
      if (low.success >= success) continue;
      const share = (success - low.success) / (high.success - low.success);
      least = Math.min(least, low.usd + share * (high.usd - low.usd));
    }
  }
  return least;
}
