// Dollars at equal quality: every way is swept over tolerances and read at the success of the planner at one setting.
import type { SimulationInput, SimulationResult, Way } from "./simulate.ts";
import { simulate } from "./simulate.ts";

const TOLERANCES: readonly number[] = [0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2];

interface Comparison {
  readonly planner: SimulationResult;
  /** The other ways at the same setting. */
  readonly always: SimulationResult;
  readonly never: SimulationResult;
  /** Dollars at the planner's success by the best mix of settings; Infinity when no setting reaches it. */
  readonly plannerUsd: number;
  readonly alwaysUsd: number;
  readonly neverUsd: number;
}

type SharedInput = Omit<SimulationInput, "way" | "tolerance">;

export function compareWays(input: SharedInput, tolerance: number): Comparison {
  const planner = simulate({ ...input, way: "planner", tolerance });
  return {
    planner,
    always: simulate({ ...input, way: "always", tolerance }),
    never: simulate({ ...input, way: "never", tolerance }),
    plannerUsd: usdAtSuccess(sweep(input, "planner"), planner.success),
    alwaysUsd: usdAtSuccess(sweep(input, "always"), planner.success),
    neverUsd: usdAtSuccess(sweep(input, "never"), planner.success),
  };
}

function sweep(input: SharedInput, way: Way): SimulationResult[] {
  return TOLERANCES.map((tolerance) => simulate({ ...input, way, tolerance }));
}

/**
 * Least dollars at which a mix of two settings reaches `success`; Infinity when none does. A mix is what an operator gets who
 * sends a share of the sessions by either setting.
 */
function usdAtSuccess(curve: readonly SimulationResult[], success: number): number {
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
