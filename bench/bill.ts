// How close the expected bill comes to the real one: `node bench/bill.ts --data DIR [--artefact DIR] [--split release|benchmark]`.
// Prices and hidden prompts are learned on the benchmark train part of a source; its other parts judge.
import { parseArgs } from "node:util";
import { join } from "node:path";

import { loadDataset, measureBill, openArtefactView, SPLIT } from "@signalbox/lab";
import type { BillFigures } from "@signalbox/lab";

/** Sources with real costs, then those that record the length of answers alone. */
const BILLED = ["zelling_cascades", "routerbench_sub"];
const MEASURED = ["alpaca_eval", "kor_bench", "mmlu_pro", "reasoning_gym", "zeroeval"];
const ERROR_MAX = 0.15;
const COVERAGE = { low: 0.75, high: 0.85 } as const;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    artefact: { type: "string", default: join(import.meta.dirname, "../artefacts/release") },
    split: { type: "string", default: "release" },
  },
});
const dataset = await loadDataset(values.data, { sources: [...BILLED, ...MEASURED] });
const view = await openArtefactView(values.artefact);
const { benchmark, release } = dataset.splits ?? {};
const trained = values.split === "benchmark" ? benchmark : release;
const isOpen = (prompt: number): boolean =>
  benchmark?.[prompt] === SPLIT.train || benchmark?.[prompt] === SPLIT.dev;
/** Neither what the artefact learned from nor what the rules and intervals were tuned on. */
const isJudged = (prompt: number): boolean =>
  !isOpen(prompt) && trained?.[prompt] !== SPLIT.train && trained?.[prompt] !== SPLIT.dev;

const percent = (value: number): string => (Number.isNaN(value) ? "-" : `${(100 * value).toFixed(1)} %`);

function print(title: string, cells: readonly string[]): void {
  process.stdout.write(`| ${title} | ${cells.join(" | ")} |\n`);
}

function printBills(figures: readonly BillFigures[]): void {
  print("Median error", ["calls", "bill, hidden prompt counted", "bill, text alone", "cost as recorded, hidden prompt counted", "cost as recorded, text alone", "input, hidden prompt counted", "input, text alone", "costs explained by recorded tokens"]); // prettier-ignore
  print("---", Array<string>(8).fill("--:"));
  for (const of of figures)
    print(of.source, [
      String(of.calls),
      ...[of.billErrorFramed, of.billError, of.recordedErrorFramed, of.recordedError].map(percent),
      ...[of.inputErrorFramed, of.inputError, of.explained].map(percent),
    ]);
}

function printCoverage(figures: readonly BillFigures[]): void {
  print("80 % interval holds", ["calls", "all", "length demanded", "length free", "share demanded"]);
  print("---", Array<string>(5).fill("--:"));
  for (const of of figures)
    print(of.source, [
      String(of.calls),
      ...[of.coverage, of.coverageDemanded, of.coverageFree, of.demanded].map(percent),
    ]);
}

const figures = [...BILLED, ...MEASURED]
  .filter((source) => dataset.sources.includes(source))
  .map((source) => measureBill(dataset, view, { source, isTrain: isOpen, isJudged }))
  .filter(({ calls }) => calls > 0);
const billed = figures.filter(({ source }) => BILLED.includes(source));
printBills(billed);
process.stdout.write("\n");
printCoverage(figures);
const mean = (list: readonly BillFigures[]): number =>
  list.reduce((sum, { coverage }) => sum + coverage, 0) / list.length;
const worst = Math.max(...billed.map(({ billErrorFramed }) => billErrorFramed));
const [covered, everywhere] = [mean(billed), mean(figures)];
const verdict = (isMet: boolean): string => (isMet ? "met" : "MISSED");
process.stdout.write(
  `\nbill within 15 %: ${verdict(worst < ERROR_MAX)} (worst source ${percent(worst)}); interval 80 % +- 5 over the sources with costs: ` +
    `${verdict(covered >= COVERAGE.low && covered <= COVERAGE.high)} (${percent(covered)}), over all: ` +
    `${verdict(everywhere >= COVERAGE.low && everywhere <= COVERAGE.high)} (${percent(everywhere)})\n`,
);
