// A world to learn in: real prompts with real outcomes of every model, seen through the shipped router.
import type { Kindred } from "@signalbox/engine/learn";
import { valueAt } from "../arrays/value-at.ts";

export interface OutcomeWorld {
  readonly source: string;
  readonly models: readonly string[];
  readonly encodings: readonly Kindred[];
  /** @shape prompts */
  readonly texts: readonly string[];
  /** Estimates of the shipped router. @shape prompts x models */
  readonly shipped: Float64Array;
  /** Real scores; NaN = not evaluated. @shape prompts x models @range 0..1 */
  readonly outcomes: Float64Array;
  /** Recorded dollars; NaN = unknown. @shape prompts x models @unit USD */
  readonly costUsd: Float64Array;
  /** Near-duplicates share a group and never stand on both sides of a draw. @shape prompts */
  readonly groups: Int32Array;
}

/** Mean outcome of a model over some prompts; NaN where it has none. */
export function meanOutcome(world: OutcomeWorld, model: number, prompts: readonly number[]): number {
  const columns = world.models.length;
  let sum = 0;
  let count = 0;
  for (const prompt of prompts) {
    const outcome = valueAt(world.outcomes, prompt * columns + model);
    if (Number.isNaN(outcome)) continue;
    sum += outcome;
    count += 1;
  }
  return sum / count;
}

/** Prompts on which every model was evaluated. */
export function densePrompts(world: OutcomeWorld): number[] {
  const columns = world.models.length;
  return world.encodings
    .map((_, prompt) => prompt)
    .filter((prompt) => {
      for (let column = 0; column < columns; column += 1)
        if (Number.isNaN(valueAt(world.outcomes, prompt * columns + column))) return false;
      return true;
    });
}
