// The figures of the expected bill as tables of Markdown: for the benchmark page, and for the command that measures them alone.
import { SPLIT } from "../data/index.ts";
import type { Dataset } from "../data/index.ts";
import type { ArtefactView } from "../artefact-view.ts";
import { measureBill } from "./measure-bill.ts";
import type { BillFigures } from "./measure-bill.ts";

/** Sources that record what calls cost. */
export const BILLED_SOURCES = ["zelling_cascades", "routerbench_sub"];
/** Sources that record the length of answers alone. */
export const LENGTH_SOURCES = ["alpaca_eval", "kor_bench", "mmlu_pro", "reasoning_gym", "zeroeval"];
const ERROR_MAX = 0.15;
const COVERAGE = { low: 0.75, high: 0.85 } as const;

const percent = (value: number): string => (Number.isNaN(value) ? "-" : `${(100 * value).toFixed(1)} %`);
const verdict = (isMet: boolean): string => (isMet ? "met" : "MISSED");

/**
 * Prices and hidden prompts are learned on the benchmark train and dev prompts of a source. Judged are its other prompts that the
 * artefact was not fitted on either.
 * @param trained split of the artefact
 */
export function measureBills(
  dataset: Dataset,
  view: ArtefactView,
  trained: "release" | "benchmark",
): readonly BillFigures[] {
  const { benchmark } = dataset.splits ?? {};
  const own = dataset.splits?.[trained];
  const isTrain = (prompt: number): boolean =>
    benchmark?.[prompt] === SPLIT.train || benchmark?.[prompt] === SPLIT.dev;
  const isJudged = (prompt: number): boolean =>
    !isTrain(prompt) && own?.[prompt] !== SPLIT.train && own?.[prompt] !== SPLIT.dev;
  return [...BILLED_SOURCES, ...LENGTH_SOURCES]
    .filter((source) => dataset.sources.includes(source))
    .map((source) => measureBill(dataset, view, { source, isTrain, isJudged }))
    .filter(({ calls }) => calls > 0);
}

interface Column {
  readonly title: string;
  readonly read: (figures: BillFigures) => number;
}

const ERROR_COLUMNS: readonly Column[] = [
  { title: "bill, hidden prompt counted", read: (of) => of.billErrorFramed },
  { title: "bill, text alone", read: (of) => of.billError },
  { title: "cost as recorded, hidden prompt counted", read: (of) => of.recordedErrorFramed },
  { title: "cost as recorded, text alone", read: (of) => of.recordedError },
  { title: "input, hidden prompt counted", read: (of) => of.inputErrorFramed },
  { title: "input, text alone", read: (of) => of.inputError },
  { title: "costs explained by recorded tokens", read: (of) => of.explained },
  { title: "80 % interval of the bill holds", read: (of) => of.billCoverage },
];
const LENGTH_COLUMNS: readonly Column[] = [
  { title: "all", read: (of) => of.coverage },
  { title: "length demanded", read: (of) => of.coverageDemanded },
  { title: "length free", read: (of) => of.coverageFree },
  { title: "share demanded", read: (of) => of.demanded },
];

function table(title: string, columns: readonly Column[], figures: readonly BillFigures[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const head = line([title, "calls", ...columns.map((column) => column.title)]);
  const rule = line(["---", ...Array<string>(columns.length + 1).fill("--:")]);
  const rows = figures.map((of) =>
    line([of.source, String(of.calls), ...columns.map(({ read }) => percent(read(of)))]),
  );
  return head + rule + rows.join("");
}

function isWithin(coverage: number): boolean {
  return coverage >= COVERAGE.low && coverage <= COVERAGE.high;
}

/** Two tables and one line that says what is met, source by source. */
export function renderBill(figures: readonly BillFigures[]): string {
  const billed = figures.filter(({ source }) => BILLED_SOURCES.includes(source));
  const verdicts = billed.map(
    ({ source, billErrorFramed, billCoverage }) =>
      `${source}: bill within 15 % ${verdict(billErrorFramed < ERROR_MAX)} (${percent(billErrorFramed)}), ` +
      `interval 80 % +- 5 ${verdict(isWithin(billCoverage))} (${percent(billCoverage)})`,
  );
  return (
    `${table("Median error", ERROR_COLUMNS, billed)}\n` +
    `${table("80 % interval of output tokens holds", LENGTH_COLUMNS, figures)}\n${verdicts.join("; ")}\n`
  );
}
