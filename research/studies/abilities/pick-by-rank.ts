// The score on a source of always calling the model on top of some ranking: a ranking needs no text, so this is what every
// choice that reads the text has to beat.
import { splitmix32 } from "@signalbox/engine/numerics";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

/** Answers of one prompt. */
export interface PromptAnswers {
  readonly models: readonly number[];
  readonly scores: readonly number[];
}

/** A model's place; undefined where the ranking does not know it. */
export type Ranking = (model: number) => number | undefined;

interface SetOptions {
  /** Candidates of a set; undefined = all that answered. */
  readonly size: number | undefined;
  readonly draws: number;
  readonly seed: number;
}

interface Candidates {
  readonly models: readonly number[];
  readonly scores: readonly number[];
}

function draw({ models, scores }: PromptAnswers, size: number, random: () => number): Candidates {
  const order = models.map((_, index) => index);
  for (let index = 0; index < size; index += 1) {
    const other = index + Math.floor(random() * (order.length - index));
    [order[index], order[other]] = [valueAt(order, other), valueAt(order, index)];
  }
  const kept = order.slice(0, size);
  return {
    models: kept.map((index) => valueAt(models, index)),
    scores: kept.map((index) => valueAt(scores, index)),
  };
}

/** The sets of candidates to choose from, prompt by prompt; the same for every ranking. */
export function drawSets(prompts: readonly PromptAnswers[], options: SetOptions): readonly Candidates[] {
  const { size, draws, seed } = options;
  const random = splitmix32(seed);
  return prompts
    .filter(({ models }) => models.length > 1)
    .flatMap((prompt) =>
      size === undefined || prompt.models.length <= size
        ? [prompt]
        : Array.from({ length: draws }, () => draw(prompt, size, random)),
    );
}

/** Mean score of the top of a ranking; candidates that tie, and sets of unknown models, count by their mean. */
export function meanOfTop(sets: readonly Candidates[], ranking: Ranking): number {
  let sum = 0;
  for (const { models, scores } of sets) {
    const places = models.map((model) => ranking(model) ?? -Infinity);
    const best = places.reduce((high, place) => Math.max(high, place), -Infinity);
    const top = scores.filter((_, index) => places[index] === best);
    sum += top.reduce((total, score) => total + score, 0) / top.length;
  }
  return sum / Math.max(1, sets.length);
}

export const meanOfBest = (sets: readonly Candidates[]): number =>
  sets.reduce((sum, { scores }) => sum + Math.max(...scores), 0) / Math.max(1, sets.length);
