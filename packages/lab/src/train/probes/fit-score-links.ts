// One general factor through all public scores: logit(score) = offset + slope g + noise, by alternating ridge regression.
// It equates benchmarks, so that a score on one predicts the score on another.
import type { AbilityInput } from "@signalbox/engine/internals";
import { logitOf } from "@signalbox/engine/numerics";
import { addAt, floatAt, valueAt } from "../../arrays/value-at.ts";

export interface ScoreLinks {
  readonly benchmarks: readonly string[];
  /** @shape benchmarks x 3: offset, slope, variance of the noise */
  readonly columns: Float32Array;
}

const ROUNDS = 40;
const MODELS_MIN = 12;
const SCORE_MARGIN = 0.01;
/** Pulls slopes to this, as if that many models had shown it. */
const SLOPE_PRIOR = 1;
const PRIOR_MODELS = 3;
const VARIANCE_PRIOR = 0.3;

interface Entry {
  readonly model: number;
  readonly value: number;
}

function collect(models: readonly Pick<AbilityInput, "scores">[]): Map<string, Entry[]> {
  const byBenchmark = new Map<string, Entry[]>();
  models.forEach(({ scores }, model) => {
    for (const [benchmark, score] of Object.entries(scores)) {
      const value = logitOf(Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, score)));
      byBenchmark.set(benchmark, [...(byBenchmark.get(benchmark) ?? []), { model, value }]);
    }
  });
  return new Map(
    [...byBenchmark]
      .filter(([, entries]) => entries.length >= MODELS_MIN)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

interface Link {
  offset: number;
  slope: number;
  variance: number;
}

function fitLink(entries: readonly Entry[], general: Float64Array): Link {
  const n = entries.length;
  const meanG = entries.reduce((sum, { model }) => sum + floatAt(general, model), 0) / n;
  const meanY = entries.reduce((sum, { value }) => sum + value, 0) / n;
  let xx = PRIOR_MODELS;
  let xy = PRIOR_MODELS * SLOPE_PRIOR;
  for (const { model, value } of entries) {
    xx += (floatAt(general, model) - meanG) ** 2;
    xy += (floatAt(general, model) - meanG) * (value - meanY);
  }
  const slope = Math.max(0.1, xy / xx);
  const offset = meanY - slope * meanG;
  let squares = PRIOR_MODELS * VARIANCE_PRIOR;
  for (const { model, value } of entries) squares += (value - offset - slope * floatAt(general, model)) ** 2;
  return { offset, slope, variance: squares / (n + PRIOR_MODELS) };
}

/** Posterior means of the factor, brought back to mean 0 and variance 1. */
function placeModels(
  count: number,
  entries: readonly (readonly Entry[])[],
  links: readonly Link[],
): Float64Array {
  const precision = new Float64Array(count).fill(1);
  const pull = new Float64Array(count);
  entries.forEach((rows, index) => {
    const { offset, slope, variance } = valueAt(links, index);
    for (const { model, value } of rows) {
      addAt(precision, model, slope ** 2 / variance);
      addAt(pull, model, (slope * (value - offset)) / variance);
    }
  });
  const general = pull.map((value, model) => value / floatAt(precision, model));
  const known = [...general.keys()].filter((model) => floatAt(precision, model) > 1);
  const mean = known.reduce((sum, model) => sum + floatAt(general, model), 0) / known.length;
  const sd =
    Math.sqrt(known.reduce((sum, model) => sum + (floatAt(general, model) - mean) ** 2, 0) / known.length) ||
    1;
  return general.map((value) => (value - mean) / sd);
}

export function fitScoreLinks(models: readonly Pick<AbilityInput, "scores">[]): ScoreLinks {
  const byBenchmark = collect(models);
  const entries = [...byBenchmark.values()];
  let links: Link[] = entries.map((rows) => {
    const offset = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
    return { offset, slope: SLOPE_PRIOR, variance: VARIANCE_PRIOR };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const general = placeModels(models.length, entries, links);
    links = entries.map((rows) => fitLink(rows, general));
  }
  const columns = Float32Array.from(
    links.flatMap(({ offset, slope, variance }) => [offset, slope, variance]),
  );
  return { benchmarks: [...byBenchmark.keys()], columns };
}
