// Cuts the judged rows of a problem and of its predictions: one fit, several sections.
import { gatherRows } from "../../features/vector.ts";
import type { Part, Problem } from "./problem.ts";
import type { EstimatorRun } from "./run-estimator.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface Slice {
  readonly name: string;
  /** Positions within the judged rows. */
  readonly positions: readonly number[];
}

function slicePart(part: Part, positions: readonly number[], columns: number): Part {
  const { prompts } = part;
  return {
    rows: Int32Array.from(positions, (i) => valueAt(part.rows, i)),
    scores: gatherRows(part.scores, columns, positions),
    costUsd: Float64Array.from({ length: positions.length * columns }, (_, i) => {
      const row = valueAt(positions, Math.floor(i / columns));
      return valueAt(part.costUsd, row * columns + (i % columns));
    }),
    prompts: {
      count: positions.length,
      text: positions.map((i) => valueAt(prompts.text, i)),
      features: gatherRows(prompts.features, prompts.dim, positions),
      dim: prompts.dim,
      task: Int32Array.from(positions, (i) => valueAt(prompts.task, i)),
    },
  };
}

export function sliceProblem(problem: Problem, { name, positions }: Slice): Problem {
  return { ...problem, name, test: slicePart(problem.test, positions, problem.models.length) };
}

export function sliceRun(run: EstimatorRun, { positions }: Slice, columns: number): EstimatorRun {
  return { ...run, test: gatherRows(run.test, columns, positions) };
}

/** One slice a task, in the order in which the tasks appear. */
export function sliceByTask({ test }: Problem, taskNames: readonly string[]): readonly Slice[] {
  const positions = new Map<number, number[]>();
  for (const [i, task] of test.prompts.task.entries()) {
    const list = positions.get(task);
    if (list === undefined) positions.set(task, [i]);
    else list.push(i);
  }
  return Array.from(positions, ([task, list]) => ({ name: valueAt(taskNames, task), positions: list }));
}
