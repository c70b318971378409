// One question put to every estimator: learn from these rows, be judged on those. Rows of one problem share columns.
import { concat } from "../../data/concat.ts";
import type { Dataset } from "../../data/index.ts";
import type { ModelColumn, PromptSet, TrainingData } from "../../estimators/contract/define-estimator.ts";
import type { TextFeatures } from "../../features/latent-semantic.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Prompts with their outcomes. */
export interface Part {
  readonly prompts: PromptSet;
  /** Rows of the data set they came from. @shape prompts.count */
  readonly rows: Int32Array;
  /** NaN = unknown. @shape prompts.count x columns */
  readonly scores: Float32Array;
  /** NaN = unknown. @shape prompts.count x columns @unit USD */
  readonly costUsd: Float64Array;
}

export interface Problem {
  readonly name: string;
  readonly models: readonly ModelColumn[];
  readonly train: Part;
  readonly dev: Part;
  readonly test: Part;
  /** Vectors of other texts, from the encoder fitted on the training texts. @shape texts.length x dim */
  readonly encode: (texts: readonly string[]) => Float32Array;
}

interface PartRequest {
  readonly dataset: Dataset;
  readonly rows: Int32Array;
  /** Column of each model of the data set; -1 = left out. @shape models.length */
  readonly columnOf: Int32Array;
  readonly columns: number;
  readonly features: TextFeatures;
}

export function buildPart({ dataset, rows, columnOf, columns, features }: PartRequest): Part {
  const { prompts, outcomes } = dataset;
  const position = new Int32Array(prompts.count).fill(-1);
  for (const [i, row] of rows.entries()) position[row] = i;
  const scores = new Float32Array(rows.length * columns).fill(Number.NaN);
  const costUsd = new Float64Array(rows.length * columns).fill(Number.NaN);
  for (let o = 0; o < outcomes.count; o += 1) {
    const row = valueAt(position, valueAt(outcomes.prompt, o));
    const column = valueAt(columnOf, valueAt(outcomes.model, o));
    if (row < 0 || column < 0) continue;
    scores[row * columns + column] = valueAt(outcomes.score, o);
    costUsd[row * columns + column] = valueAt(outcomes.costUsd, o);
  }
  const text = Array.from(rows, (row) => valueAt(prompts.text, row));
  return {
    rows,
    scores,
    costUsd,
    prompts: {
      count: rows.length,
      text,
      features: features.encode(text),
      dim: features.dim,
      task: Int32Array.from(rows, (row) => valueAt(prompts.task, row)),
    },
  };
}

/** Mean known cost of every column over a part; NaN where none is known. */
export function computeMeanCosts(part: Part, columns: number): Float64Array {
  const sum = new Float64Array(columns);
  const count = new Float64Array(columns);
  for (let i = 0; i < part.costUsd.length; i += 1) {
    const cost = valueAt(part.costUsd, i);
    if (Number.isNaN(cost)) continue;
    sum[i % columns] = valueAt(sum, i % columns) + cost;
    count[i % columns] = valueAt(count, i % columns) + 1;
  }
  return sum.map((value, m) => value / valueAt(count, m));
}

export function trainingDataOf(problem: Problem): TrainingData {
  const { train, dev, models } = problem;
  return {
    prompts: train.prompts,
    models,
    scores: train.scores,
    validation: { prompts: dev.prompts, scores: dev.scores },
  };
}

function joinPrompts(first: PromptSet, second: PromptSet): PromptSet {
  return {
    count: first.count + second.count,
    text: [...first.text, ...second.text],
    features: concat(first.features, second.features),
    dim: first.dim,
    task: concat(first.task, second.task),
  };
}

const JOINED = new WeakMap<Problem, TrainingData>();

/** Training and dev rows as one, for the last fit, when settings, blends and calibration are chosen. One object a problem. */
export function allRowsOf(problem: Problem): TrainingData {
  const known = JOINED.get(problem);
  if (known !== undefined) return known;
  const { train, dev, models } = problem;
  const prompts = joinPrompts(train.prompts, dev.prompts);
  const joined = { prompts, models, scores: concat(train.scores, dev.scores) };
  JOINED.set(problem, joined);
  return joined;
}
