// The problem that the data at hand allows for one source: its own training rows where there are enough, else other
// sources'.
import { SPLIT } from "../../data/index.ts";
import { buildJoinedProblem } from "./joined-problem.ts";
import type { Problem } from "./problem.ts";
import type { ProtocolContext } from "./protocol.ts";
import { buildSourceProblem } from "./source-problem.ts";

/** Fewer training rows of its own than this do not teach a source. */
export const OWN_ROWS_MIN = 30;

export interface ProblemChoice {
  readonly source: string;
  /** Rows to judge; all of the split's test rows when left out. */
  readonly isJudged?: (row: number) => boolean;
  /** Name of the section. */
  readonly name?: string;
  /** True: never learn from the source's own rows. */
  readonly isForeign?: boolean;
}

/** Training rows of a source. */
export function countOwnRows({ dataset, split }: ProtocolContext, name: string): number {
  const source = dataset.sources.indexOf(name);
  let count = 0;
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === source && split[row] === SPLIT.train) count += 1;
  return count;
}

export function chooseProblem(context: ProtocolContext, choice: ProblemChoice): Problem {
  const { dataset, split, features, seeds } = context;
  const sourceIndex = dataset.sources.indexOf(choice.source);
  const isJudged = choice.isJudged ?? ((row: number) => split[row] === SPLIT.test);
  const shared = { dataset, split, features, seed: seeds[0] ?? 0, source: choice.source };
  const name = choice.name ?? choice.source;
  if (choice.isForeign !== true && countOwnRows(context, choice.source) >= OWN_ROWS_MIN)
    return { ...buildSourceProblem({ ...shared, isJudged }), name };
  const judgedRows: number[] = [];
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === sourceIndex && isJudged(row)) judgedRows.push(row);
  return buildJoinedProblem({ ...shared, name, judgedRows: Int32Array.from(judgedRows) });
}
