// Candidate sets of a prompt: all models whose score is known, and random ones of fixed sizes.
import { shuffle } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import type { ServedSource } from "./served-source.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Sizes of the sets; the name is that of the figure. 0 = all. */
export const SET_SIZES = { scoreAll: 0, scoreFive: 5, scoreThree: 3, scoreTwo: 2 } as const;
export type SetName = keyof typeof SET_SIZES;
export const SET_NAMES = Object.keys(SET_SIZES) as readonly SetName[];

/** Columns of the models in one set. */
export type ModelSet = Int32Array;

export function listKnown({ models, scores }: ServedSource, row: number): ModelSet {
  const from = row * models.length;
  return Int32Array.from(models.keys()).filter((column) => !Number.isNaN(valueAt(scores, from + column)));
}

/** @param draws sets of each size other than all; a prompt with too few models gives all of them once */
export function drawSets(
  known: ModelSet,
  draws: number,
  random: Random,
): Readonly<Record<SetName, readonly ModelSet[]>> {
  const drawSize = (size: number): readonly ModelSet[] =>
    size === 0 || size >= known.length
      ? [known]
      : Array.from({ length: draws }, () => shuffle(known.slice(), random).slice(0, size));
  return {
    scoreAll: drawSize(SET_SIZES.scoreAll),
    scoreFive: drawSize(SET_SIZES.scoreFive),
    scoreThree: drawSize(SET_SIZES.scoreThree),
    scoreTwo: drawSize(SET_SIZES.scoreTwo),
  };
}
