// Does the 95 % interval of the off-policy estimate hold the truth 95 % of the time? Real prompts and outcomes, a known
// logging policy, and the true value of the judged policy computed from all outcomes.
import { offPolicyInterval, type LoggedOutcome } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";

import type { OutcomeWorld } from "./outcome-world.ts";
import { densePrompts } from "./outcome-world.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

interface CoverageResult {
  readonly worlds: number;
  readonly held: number;
  /** Share of intervals that hold the truth. */
  readonly share: number;
  readonly widthMean: number;
}

interface CoverageOptions {
  readonly worlds: number;
  readonly decisions: number;
  /** Exploration rate of the logging policy. @range (0, 1] */
  readonly explorationRate: number;
  readonly seed: number;
}

function bestColumn(row: Float64Array): number {
  return row.reduce((best, value, index) => (value > valueAt(row, best) ? index : best), 0);
}

/** The judged policy: trusts the shipped estimate less the more it flatters the first model. Differs from the logger. */
function judgedPick(shipped: Float64Array): number {
  return bestColumn(shipped.map((value, index) => value - (index % 2 === 0 ? 0.05 : 0)));
}

export function measureCoverage(world: OutcomeWorld, options: CoverageOptions): CoverageResult {
  const prompts = densePrompts(world);
  const columns = world.models.length;
  const shippedOf = (prompt: number): Float64Array =>
    world.shipped.slice(prompt * columns, (prompt + 1) * columns);
  const outcomeOf = (prompt: number, model: number): number =>
    valueAt(world.outcomes, prompt * columns + model);
  const truth =
    prompts.reduce((sum, prompt) => sum + outcomeOf(prompt, judgedPick(shippedOf(prompt))), 0) /
    prompts.length;
  let held = 0;
  let width = 0;
  for (let index = 0; index < options.worlds; index += 1) {
    const random = mulberry32(options.seed + index);
    const rows = Array.from({ length: options.decisions }, (): LoggedOutcome => {
      const prompt = valueAt(prompts, Math.floor(random() * prompts.length));
      const shipped = shippedOf(prompt);
      const greedy = bestColumn(shipped);
      const explores = random() < options.explorationRate;
      const logged = explores ? Math.floor(random() * columns) : greedy;
      const target = judgedPick(shipped);
      const uniform = options.explorationRate / columns;
      return {
        reward: outcomeOf(prompt, logged),
        loggingPropensity: uniform + (logged === greedy ? 1 - options.explorationRate : 0),
        targetPropensity: logged === target ? 1 : 0,
        predictedLogged: valueAt(shipped, logged),
        predictedTarget: valueAt(shipped, target),
      };
    });
    const interval = offPolicyInterval(rows, {
      options: { weightMax: columns / options.explorationRate },
      resamples: 400,
      random,
    });
    if (interval.low <= truth && truth <= interval.high) held += 1;
    width += interval.high - interval.low;
  }
  return { worlds: options.worlds, held, share: held / options.worlds, widthMean: width / options.worlds };
}
