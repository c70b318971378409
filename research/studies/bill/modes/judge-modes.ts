// How close do tokens by mode come to those of runs that were kept out? Cells of known models, modes of known models, models.
// Command: node research/studies/bill/modes/judge-modes.ts --data DIR [--only cell|mode|model]
import { parseArgs } from "node:util";
import { createCatalog } from "@signalbox/catalog";
import { medianOf, mulberry32 } from "@signalbox/engine/numerics";

import { fitModeEffects } from "./fit-mode-effects.ts";
import type { ModeEffects, ModeObservation } from "./fit-mode-effects.ts";
import { readExamRuns, readModeRuns, thinksIn } from "./mode-runs.ts";
import type { ModeRun } from "./mode-runs.ts";

const FOLDS = 5;
/** 80 % of a normal distribution lies within this many deviations. */
const EIGHTY_PERCENT = 1.2816;

export interface CellError {
  readonly run: ModeRun;
  /** Logarithm of expected over real output tokens, hidden ones included. */
  readonly output: number;
  /** The same of hidden tokens alone; absent where the mode does not think. */
  readonly hidden: number | undefined;
}

type KeptOut = "cell" | "mode" | "model";

const KEPT_OUT = ["cell", "mode", "model"] as const;

const GROUPS: Readonly<Record<KeptOut, (run: ModeRun) => string>> = {
  cell: ({ model, mode, item }) => `${model} ${mode} ${item}`,
  mode: ({ model, mode }) => `${model} ${mode}`,
  model: ({ model }) => model,
};

const observe = (run: ModeRun, value: number): ModeObservation => ({ ...run, value: Math.log(value) });

export interface BothEffects {
  readonly hidden: ModeEffects;
  readonly visible: ModeEffects;
}

export function fitBoth(runs: readonly ModeRun[]): BothEffects {
  const thinking = runs.filter(({ mode, hidden }) => thinksIn(mode) && hidden > 0);
  return {
    hidden: fitModeEffects(thinking.map((run) => observe(run, run.hidden))),
    visible: fitModeEffects(
      runs.map((run) => observe(run, Math.max(1, run.visible))),
      false,
    ),
  };
}

/** Errors of every run, each expected by a fit that did not see its group. */
export function crossJudge(runs: readonly ModeRun[], keptOut: KeptOut): readonly CellError[] {
  const groupOf = GROUPS[keptOut];
  const random = mulberry32(14);
  const folds = new Map<string, number>();
  for (const run of runs) if (!folds.has(groupOf(run))) folds.set(groupOf(run), Math.floor(random() * FOLDS));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const { hidden, visible } = fitBoth(runs.filter((run) => folds.get(groupOf(run)) !== fold));
    return runs
      .filter((run) => folds.get(groupOf(run)) === fold)
      .map((run): CellError => {
        const shown = Math.exp(visible.expect(run, run.item));
        const isThinking = thinksIn(run.mode);
        const thought = isThinking ? Math.exp(hidden.expect(run, run.item)) : 0;
        const real = run.visible + run.hidden;
        return {
          run,
          output: Math.log((shown + thought) / real),
          hidden: isThinking && run.hidden > 0 ? Math.log(thought / run.hidden) : undefined,
        };
      });
  }).flat();
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const away = (error: number): number => Math.abs(Math.expm1(error));

/** Median error, median factor, how far the 80 % nearest lie, as a deviation, and how many the interval holds. */
function row(title: string, errors: readonly number[], held?: number): string {
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b);
  const reach = sorted[Math.floor(0.8 * sorted.length)] ?? Number.NaN;
  const factor = Math.exp(medianOf(sorted));
  return `| ${title} | ${errors.length} | ${percent(medianOf(errors.map(away)))} | ${factor.toFixed(2)} | ${(reach / EIGHTY_PERCENT).toFixed(2)} | ${held === undefined ? "-" : percent(held)} |\n`;
}

const isOdd = ({ model }: ModeRun): boolean =>
  Buffer.from(model).reduce((sum, byte) => sum + byte, 0) % 2 === 1;

function reachOf(cells: readonly CellError[]): number {
  const away = cells.map(({ output }) => Math.abs(output)).toSorted((a, b) => a - b);
  return away[Math.floor(0.8 * away.length)] ?? Number.NaN;
}

/** The cells within the reach that holds 80 % of the other half's. */
function heldIn(cells: readonly CellError[]): ReadonlySet<CellError> {
  const halves = [cells.filter(({ run }) => isOdd(run)), cells.filter(({ run }) => !isOdd(run))] as const;
  const reaches = [reachOf(halves[1]), reachOf(halves[0])] as const;
  return new Set(
    halves.flatMap((half, at) => half.filter(({ output }) => Math.abs(output) <= (reaches[at] ?? 0))),
  );
}

export const coverageOf = (cells: readonly CellError[]): number => heldIn(cells).size / cells.length;

/** The operation that an evaluation asks for. */
const OPERATIONS: Readonly<Record<string, string>> = {
  omniscience: "recall",
  schoolExam: "answer, school exams",
  lcr: "answer, long documents",
  mmmuPro: "answer, images",
  ifbench: "write to instructions",
  scicode: "write code",
  gpqa: "solve, science",
  hle: "solve, hard questions",
  critpt: "solve, research",
};

const HEADS = "cells | median error | median factor | deviation | 80 % interval holds";

function renderErrors(
  title: string,
  cells: readonly CellError[],
  { keyOf, held }: { keyOf: (run: ModeRun) => string; held: ReadonlySet<CellError> },
): string {
  const keys = [...new Set(cells.map(({ run }) => keyOf(run)))].toSorted();
  const lines = keys.map((key) => {
    const own = cells.filter(({ run }) => keyOf(run) === key);
    const share = own.filter((cell) => held.has(cell)).length / own.length;
    return row(
      key,
      own.map(({ output }) => output),
      share,
    );
  });
  return `| ${title} | ${HEADS} |\n| --- | --: | --: | --: | --: | --: |\n${lines.join("")}\n`;
}

const operationOf = ({ item }: ModeRun): string => OPERATIONS[item] ?? item;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string", default: "data" }, only: { type: "string" } },
  });
  const catalog = createCatalog();
  const runs = [...(await readModeRuns(values.data, catalog)), ...(await readExamRuns(values.data, catalog))];
  for (const keptOut of KEPT_OUT) {
    if (values.only !== undefined && values.only !== keptOut) continue;
    const cells = crossJudge(runs, keptOut);
    const thought = cells.filter(({ hidden }) => hidden !== undefined);
    const plain = cells.filter(({ hidden }) => hidden === undefined);
    const held = new Set([...heldIn(thought), ...heldIn(plain)]);
    const render = (title: string, of: readonly CellError[], keyOf: (run: ModeRun) => string): string =>
      renderErrors(title, of, { keyOf, held });
    process.stdout.write(`Kept out: each ${keptOut}\n\n`);
    process.stdout.write(
      render("all", cells, ({ mode }) => (thinksIn(mode) ? "thinking" : "without thought")),
    );
    process.stdout.write(render("mode", cells, ({ mode }) => mode));
    process.stdout.write(render("operation", thought, operationOf));
    process.stdout.write(render("mode and operation", thought, (run) => `${run.mode}: ${operationOf(run)}`));
    process.stdout.write(
      row(
        "hidden tokens alone",
        thought.map(({ hidden }) => hidden ?? 0),
      ),
    );
    process.stdout.write(
      `\n80 % interval of output tokens, its width learned on the other half of the models: `,
    );
    process.stdout.write(`thinking ${percent(coverageOf(thought))}, all ${percent(coverageOf(cells))}\n\n`);
  }
}

if (import.meta.main) await main();
