// Same request, other words: how often the pick stays. Judged for every method on the judged rows of each source with
// training rows of its own, and for the served router on given pairs and on a declared pool of current models.
import { createHash } from "node:crypto";
import { SignalboxError } from "@signalbox/contracts";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { SPLIT, listPromptRows } from "../../../packages/lab/src/data/index.ts";
import { paraphrase, readPairsFile } from "../../paraphrase/index.ts";
import type { PromptPair } from "../../paraphrase/index.ts";
import { runServedSection } from "./served-picks.ts";
import type { PromptSet } from "../../../packages/lab/src/estimators/contract/define-estimator.ts";
import type {
  FigureName,
  Judged,
  EstimatorRun,
} from "../../../packages/lab/src/protocols/runner/run-estimator.ts";
import {
  OWN_ROWS_MIN,
  chooseProblem,
  countOwnRows,
  sliceProblem,
} from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import { requireSections } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import type { Part, Problem } from "../../../packages/lab/src/protocols/runner/problem.ts";
import { gatherRows } from "../../../packages/lab/src/features/vector.ts";
import type { Protocol, ProtocolContext } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import { runSection } from "../../../packages/lab/src/protocols/runner/run-section.ts";
import type { SectionResult } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

const FIGURE_NAMES: readonly FigureName[] = ["samePick"];
const PROMPTS_PER_SOURCE = 60;
const SOURCES_MAX = 4;
/** Sources with fewer training rows come last. */
const ROWS_WANTED = 500;
/** Judged prompts, over all sources, whose rewordings the whole engine picks for. */
const SERVED_PROMPTS = 300;
/** Differences of predicted success below this are a tie, which goes to the cheaper model. */
const INDIFFERENCE = 0.01;

/** The pick of one row: cheapest of those within the indifference margin of the best. */
export function pickWithMargin(row: Float32Array, costs: readonly number[]): number {
  const best = row.reduce((a, b) => Math.max(a, b), 0);
  let pick = -1;
  for (let m = 0; m < row.length; m += 1) {
    if (valueAt(row, m) < best - INDIFFERENCE) continue;
    if (pick < 0 || (costs[m] ?? 0) < (costs[pick] ?? 0)) pick = m;
  }
  return pick;
}

interface Reworded {
  readonly problem: Problem;
  /** Row of the original of every row; originals point to themselves. */
  readonly originalOf: Int32Array;
}

function emptyCells(part: Part, rows: number, columns: number): Omit<Part, "prompts"> {
  return {
    rows: part.rows.slice(0, 1),
    scores: new Float32Array(rows * columns).fill(Number.NaN),
    costUsd: new Float64Array(rows * columns).fill(Number.NaN),
  };
}

/** The problem with a sample of its judged prompts and all their rewordings as rows. */
function reword(problem: Problem, seed: number): Reworded {
  const order = Int32Array.from({ length: problem.test.prompts.count }, (_, i) => i);
  const positions = Array.from(shuffle(order, splitmix32(seed)).subarray(0, PROMPTS_PER_SOURCE));
  const sample = sliceProblem(problem, { name: problem.name, positions }).test.prompts;
  const text = [...sample.text];
  const origin = sample.text.map((_, i) => i);
  for (const [i, original] of sample.text.entries())
    for (const variant of paraphrase(original, seed)) {
      text.push(variant.text);
      origin.push(i);
    }
  const prompts: PromptSet = {
    count: text.length,
    text,
    features: problem.encode(text),
    dim: problem.test.prompts.dim,
    task: Int32Array.from(origin, (i) => valueAt(sample.task, i)),
  };
  const test = { ...emptyCells(problem.test, text.length, problem.models.length), prompts };
  return { problem: { ...problem, test }, originalOf: Int32Array.from(origin) };
}

function judgeSamePick({ problem, originalOf }: Reworded, run: EstimatorRun): Judged {
  const columns = problem.models.length;
  const costs = problem.models.map((model) => model.meanCostUsd);
  const pickOf = (row: number): number => pickWithMargin(gatherRows(run.test, columns, [row]), costs);
  const picks = Int32Array.from({ length: originalOf.length }, (_, row) => pickOf(row));
  return {
    figures: {
      samePick: (weights) => {
        let [same, total] = [0, 0];
        for (let row = 0; row < picks.length; row += 1) {
          const original = valueAt(originalOf, row);
          if (original === row) continue;
          // A pair weighs as much as its original prompt was drawn.
          same += valueAt(weights, original) * Number(picks[row] === picks[original]);
          total += valueAt(weights, original);
        }
        return same / total;
      },
    },
  };
}

function runSource(context: ProtocolContext, source: string): Promise<SectionResult> {
  const problem = chooseProblem(context, { source });
  const reworded = reword(problem, context.seeds[0] ?? 0);
  const pairs = reworded.originalOf.filter((original, row) => original !== row).length;
  return runSection(context, {
    problem: reworded.problem,
    figureNames: FIGURE_NAMES,
    facts: () => [`${pairs} reworded prompts`],
    judge: (_problem, run) => judgeSamePick(reworded, run),
  });
}

/** Every baseline is fitted again for this protocol, so it takes the smallest sources that still teach something. */
function listSources(context: ProtocolContext): readonly string[] {
  return context.judgedSources
    .map((source) => ({ source, rows: countOwnRows(context, source) }))
    .filter(({ rows }) => rows >= OWN_ROWS_MIN)
    .toSorted((a, b) => Number(a.rows < ROWS_WANTED) - Number(b.rows < ROWS_WANTED) || a.rows - b.rows)
    .slice(0, SOURCES_MAX)
    .map(({ source }) => source);
}

/** Sampled judged prompts of every source with all their rewordings. */
function collectPairs({ dataset, split, seeds }: ProtocolContext): readonly PromptPair[] {
  const seed = seeds[0] ?? 0;
  const judged = listPromptRows(split, [SPLIT.test]);
  return Array.from(shuffle(judged, splitmix32(seed)).subarray(0, SERVED_PROMPTS)).flatMap((row) => {
    const prompt = valueAt(dataset.prompts.text, row);
    return paraphrase(prompt, seed).map(({ kind, text }) => ({ prompt, paraphrase: text, kind }));
  });
}

export const PARAPHRASE: Protocol = {
  name: "paraphrase",
  title: "Same request, other words",
  description: `Up to ${PROMPTS_PER_SOURCE} judged prompts of each of the ${SOURCES_MAX} smallest sources with at least ${ROWS_WANTED} training rows, each reworded by every rule that applies (typos, synonyms, order of options, frames, foreign frames, layout, question first). A method keeps its pick when the model chosen for the rewording is the one chosen for the original; ties within ${INDIFFERENCE} of predicted success go to the cheaper model. Methods that never read the prompt keep every pick by nature.`,
  figures: FIGURE_NAMES,
  run: async (context) => {
    const sources = listSources(context);
    const sections: SectionResult[] = [];
    for (const source of sources) sections.push(await runSource(context, source));
    const served = runServedSection(context, "whole engine, current models", collectPairs(context));
    if (served !== undefined) sections.push(served);
    return requireSections(sections, "a source with training and judged rows");
  },
  runFile: async (file, context) => {
    const pairs = await readPairsFile(file);
    const section = runServedSection(context, "given pairs", pairs);
    if (section === undefined) throw new SignalboxError("bad_request", "A file of pairs needs pairs.");
    return { section, fingerprint: createHash("sha256").update(JSON.stringify(pairs)).digest("hex") };
  },
};
