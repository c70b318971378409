// Fits OUTPUT_SHAPE of the engine: where real lengths lie about the centre of the regression, every source counting alike.
// Command: node packages/lab/src/studies/bill/fit-output-shape.ts --data DIR [--artefact DIR]
import { parseArgs } from "node:util";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { OUTPUT_SHAPE } from "@signalbox/engine/internals";
import { medianOf, orderStatistic } from "@signalbox/engine/numerics";

import { loadDataset, SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import { openArtefactView } from "../../estimators/stack/artefact-view.ts";
import type { ArtefactView } from "../../estimators/stack/artefact-view.ts";
import { readCalls } from "./read-calls.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Sources with visible tokens of whole answers. */
const SOURCES = [
  "alpaca_eval",
  "routerbench_sub",
  "zelling_cascades",
  "kor_bench",
  "mmlu_pro",
  "reasoning_gym",
  "zeroeval",
];
const GROWTHS = [0, 0.25, 0.5, 0.75, 1, 1.5, 2];
/** Quantiles are taken over this many draws a source, so that each weighs alike. */
const DRAWS = 4_000;
/** Below it a prompt counts as strange. */
const STRANGE = 0.85;

interface Residual {
  /** In deviations of the regression. */
  readonly residual: number;
  readonly familiarity: number;
  readonly tokens: number;
  readonly centre: number;
}

/** Tuning may see benchmark train and dev prompts alone, and none that the artefact was fitted on. */
function mayTune(dataset: Dataset, prompt: number): boolean {
  const { benchmark, release } = dataset.splits ?? {};
  const isOpen = benchmark?.[prompt] === SPLIT.train || benchmark?.[prompt] === SPLIT.dev;
  return isOpen && release?.[prompt] !== SPLIT.train && release?.[prompt] !== SPLIT.test;
}

function residualsOf(dataset: Dataset, view: ArtefactView, source: string): Residual[] {
  const sd = view.manifest.figures["outputTokenLogSd"] ?? 1;
  const calls = readCalls(dataset, view, { source, has: (prompt) => mayTune(dataset, prompt) });
  const free = calls.filter(({ isDemanded }) => !isDemanded);
  const step = Math.max(1, free.length / DRAWS);
  return Array.from({ length: Math.min(DRAWS, free.length) }, (_, draw) => {
    const { output, outputTokens, familiarity } = valueAt(free, Math.floor(draw * step));
    const centre = Math.log1p(output.visibleMean) - OUTPUT_SHAPE.mean * sd;
    return { residual: (Math.log1p(outputTokens) - centre) / sd, familiarity, tokens: outputTokens, centre };
  });
}

/** Repeats the few calls of a small source until it weighs as much as the others. */
function levelled(lists: readonly Residual[][]): Residual[] {
  return lists.flatMap((list) =>
    Array.from({ length: DRAWS }, (_, index) => valueAt(list, index % list.length)),
  );
}

/** Growth at which one pair of ends, in grown deviations, covers the strange and the familiar most alike. */
function fitInterval(residuals: readonly Residual[]) {
  const tried = GROWTHS.map((growth) => {
    const grown = residuals.map((entry) => ({
      value: entry.residual / (1 + growth * (1 - entry.familiarity)),
      isStrange: entry.familiarity < STRANGE,
    }));
    const values = grown.map(({ value }) => value);
    const [low, high] = [orderStatistic(values, 0.1), orderStatistic(values, 0.9)];
    const coverage = (isStrange: boolean): number => {
      const group = grown.filter((entry) => entry.isStrange === isStrange);
      return group.filter(({ value }) => low <= value && value <= high).length / group.length;
    };
    return { growth, low, high, strange: coverage(true), familiar: coverage(false) };
  });
  const gap = (entry: (typeof tried)[number]): number => Math.abs(entry.strange - entry.familiar);
  return tried.reduce((best, entry) => (gap(entry) < gap(best) ? entry : best));
}

/** The mean at which estimates and real tokens of the middle source add up alike. */
function fitMean(lists: readonly Residual[][], sd: number): number {
  const ratios = lists.map((list) => {
    const real = list.reduce((sum, { tokens }) => sum + tokens, 0);
    return real / list.reduce((sum, { centre }) => sum + Math.exp(centre), 0);
  });
  return Math.log(medianOf(ratios)) / sd;
}

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    artefact: { type: "string", default: SHIPPED_ARTEFACT_DIR },
  },
});
const dataset = await loadDataset(values.data, { sources: SOURCES });
const view = await openArtefactView(values.artefact);
const lists = SOURCES.map((source) => residualsOf(dataset, view, source)).filter(({ length }) => length > 0);
const shape = fitInterval(levelled(lists));
const mean = fitMean(lists, view.manifest.figures["outputTokenLogSd"] ?? 1);
process.stdout.write(`${JSON.stringify({ mean, ...shape, sources: lists.map(({ length }) => length) })}\n`);
