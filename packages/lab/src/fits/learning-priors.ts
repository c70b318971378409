// The priors of learning: how much the shipped estimate was worth on sources that other accounts resemble.
import { firmChance, fitLevels, kindOf } from "@signalbox/engine/internals";
import { meanOf } from "@signalbox/engine/numerics";
import { valueAt } from "../arrays/value-at.ts";
import type { OutcomeWorld } from "../learning/build-world.ts";

interface SourceWorth {
  /** Level of all models, slope of the shipped logit between models and within one. @shape 3 */
  readonly levels: readonly number[];
  /** Slope of outcomes on the shipped chance within a model and kind of work. */
  readonly within: number;
}

export interface LearningPriors {
  readonly levels: { readonly means: readonly number[]; readonly deviations: readonly number[] };
  readonly within: { readonly mean: number; readonly deviation: number };
}

/** So wide that the rows of a source alone decide. */
const OPEN = { means: [0, 1, 0.3], deviations: [10, 10, 10] };
/** Fewer rows of one model and kind of work tell no slope. */
const ROWS_MIN = 10;

function outcomesOf({ encodings, models, shipped, outcomes }: OutcomeWorld) {
  return encodings.flatMap((encoding, prompt) =>
    models.flatMap((_, arm) => {
      const at = prompt * models.length + arm;
      const [prior, outcome] = [valueAt(shipped, at), valueAt(outcomes, at)];
      return Number.isNaN(outcome)
        ? []
        : [{ prompt, arm, prior, outcome, weight: 1, kind: kindOf(encoding) }];
    }),
  );
}

export function worthOf(world: OutcomeWorld): SourceWorth {
  const outcomes = outcomesOf(world);
  const { scales } = fitLevels(world.models.length, outcomes, OPEN);
  let [covariance, square] = [0, 0];
  for (const rows of Map.groupBy(outcomes, ({ arm, kind }) => `${arm} ${kind}`).values()) {
    if (rows.length < ROWS_MIN) continue;
    const [prior, outcome] = [
      meanOf(rows.map((row) => firmChance(row.prior))),
      meanOf(rows.map((row) => row.outcome)),
    ];
    for (const row of rows) {
      covariance += (firmChance(row.prior) - prior) * (row.outcome - outcome);
      square += (firmChance(row.prior) - prior) ** 2;
    }
  }
  return {
    levels: OPEN.means.map((_, at) =>
      scales.reduce((sum, { shared, share }) => sum + share * valueAt(shared, at), 0),
    ),
    within: covariance / square,
  };
}

function spreadOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = meanOf(values);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(square / (values.length - 1)) };
}

/** @param sources at least two */
export function summariseWorth(sources: readonly SourceWorth[]): LearningPriors {
  const levels = OPEN.means.map((_, at) => spreadOf(sources.map((source) => valueAt(source.levels, at))));
  return {
    levels: { means: levels.map(({ mean }) => mean), deviations: levels.map(({ deviation }) => deviation) },
    within: spreadOf(sources.map(({ within }) => within)),
  };
}
