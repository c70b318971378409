// The reader's answers about a request beside the annotators': operation, field, tier and visible tokens.
import type { TaskReading } from "@signalbox/engine/internals";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import type { FigureName, Judged } from "../runner/run-estimator.ts";
import { weightedMean } from "../served/judge-picks.ts";

export const READING_FIGURES: readonly FigureName[] = [
  "operationRight",
  "fieldRight",
  "tierRight",
  "tokensFactor",
  "tokensInside",
];

export interface ReadEntry {
  readonly entry: Pick<AtlasEntry, "author" | "secondReader">;
  readonly task: TaskReading;
}

/** The value that half of the weight is below. */
function weightedMedian(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys()).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
  let passed = 0;
  for (const at of order) {
    passed += weights[at] ?? 0;
    if (passed >= half) return values[at] ?? Number.NaN;
  }
  return Number.NaN;
}

const labelsOf = ({ entry }: ReadEntry): readonly AtlasEntry["author"][] =>
  entry.secondReader === undefined ? [entry.author] : [entry.author, entry.secondReader];

/** Logarithm of the tokens that the annotators expect: the middle of their ranges. */
function expectedLog(read: ReadEntry): number {
  const ends = labelsOf(read).flatMap(({ tokens }) => tokens.map((tokens) => Math.log(tokens)));
  return ends.reduce((sum, end) => sum + end, 0) / ends.length;
}

export function judgeReading(read: readonly ReadEntry[]): Judged {
  const share = (isRight: (one: ReadEntry) => boolean) => {
    const hits = Float64Array.from(read, (one) => Number(isRight(one)));
    return (weights: Float64Array): number => weightedMean(hits, weights);
  };
  const misses = Float64Array.from(read, (one) =>
    Math.abs(Math.log(Math.max(1, one.task.tokens.median)) - expectedLog(one)),
  );
  const likeliest = ({ tiers }: TaskReading): number => tiers.indexOf(Math.max(...tiers)) + 1;
  return {
    figures: {
      operationRight: share((one) => labelsOf(one).some(({ op }) => op === one.task.operation)),
      fieldRight: share((one) => labelsOf(one).some(({ field }) => field === one.task.field)),
      tierRight: share((one) => labelsOf(one).some(({ tier }) => tier === likeliest(one.task))),
      tokensFactor: (weights) => Math.exp(weightedMedian(misses, weights)),
      tokensInside: share((one) => {
        const middle = Math.exp(expectedLog(one));
        return middle >= one.task.tokens.low && middle <= one.task.tokens.high;
      }),
    },
  };
}
