// The published table: several evaluations as one Markdown page, with machine, seeds, commands and losses.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import { renderAcross, summariseOverall, describeLead } from "./tables.ts";
import { formatFigure } from "./format.ts";
import { listLosses } from "./list-losses.ts";
import type { OverallRow } from "./tables.ts";
import { isProductProtocol, renderProduct } from "./product/render-product.ts";
import { wrapProduct } from "./product/replace-product.ts";

interface BenchmarksPage {
  readonly results: readonly EvaluationResult[];
  /** The command that writes the page. */
  readonly command: string;
  /** Sections that no protocol gives, after the others. */
  readonly more?: readonly string[];
  /** When it was measured. @default today */
  readonly date?: string;
}

/** Figures of the page, where a protocol has them; the reports hold all. */
const SHOWN = [
  "costSave",
  "costSaveNear",
  "aiq",
  "apgr",
  "cpt50",
  "cpt80",
  "accuracy",
  "gainKept",
  "samePick",
  "auc",
  "aucPooled",
  "brier",
  "ece",
];

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The headline, and the order of predictions where that is not the headline itself. */
function listLeads(names: readonly string[], headline: string): readonly string[] {
  return headline !== "auc" && names.includes("auc") ? [headline, "auc"] : [headline];
}

function renderTable(rows: readonly OverallRow[], names: readonly string[], headline: string): string {
  const leads = listLeads(names, headline);
  const head = [
    "method",
    ...names.map((name) => `${getFigure(name).title} ${getFigure(name).better === "higher" ? "↑" : "↓"}`),
    ...leads.map((name) => `our lead in ${getFigure(name).title}`),
  ];
  const body = rows.map(({ title, isOurs, figures, lead }) => {
    const values = names.map((name) => formatFigure(figures[name] ?? Number.NaN, getFigure(name).unit));
    const cells = [title, ...values, ...leads.map((name) => describeLead(lead[name], name))];
    return row(isOurs ? cells.map((cell) => (cell === "" ? cell : `**${cell}**`)) : cells);
  });
  return [row(head), row(head.map(() => "---")), ...body].join("\n");
}

function renderSections(result: EvaluationResult): string {
  const { headline } = result;
  const rivals = (name: string): boolean => !["random", "cheapest", "fixed-cheap"].includes(name);
  const methods = result.sections[0]?.methods.filter((method) => rivals(method.name)) ?? [];
  const head = ["section", "judged", "models", ...methods.map((method) => method.title)];
  const body = result.sections.map((section) => {
    const values = methods.map(({ name }) => {
      const figure = section.methods.find((method) => method.name === name)?.figures[headline];
      return formatFigure(figure?.value ?? Number.NaN, getFigure(headline).unit);
    });
    return row([section.name, String(section.promptCount), String(section.modelCount), ...values]);
  });
  return [
    `${getFigure(headline).title} by section:`,
    "",
    row(head),
    row(head.map(() => "---")),
    ...body,
  ].join("\n");
}

function renderLosses(result: EvaluationResult): string {
  const losses = listLosses(result);
  if (losses.length === 0) return "Where routing loses: nowhere in this run.";
  return ["Where routing loses:", "", ...losses.map((line) => `- ${line}`)].join("\n");
}

function renderResult(result: EvaluationResult): string {
  const known = Object.keys(result.sections[0]?.methods[0]?.figures ?? {});
  const names = SHOWN.filter((name) => known.includes(name));
  const about = `Protocol \`${result.protocol}\`, seeds ${result.seeds.join(", ")}, ${result.resamples} resamples.`;
  const artefacts =
    result.artefacts.length === 0 ? "no artefact" : `artefacts ${result.artefacts.join(", ")}`;
  return [
    `## ${result.title}`,
    `${result.description} ${about}`,
    `Learned methods on ${result.features}; ${artefacts}.`,
    renderTable(summariseOverall(result), names, result.headline),
    ...(result.sections.length > 1 ? [renderSections(result)] : []),
    renderLosses(result),
  ].join("\n\n");
}

function renderGlossary(results: readonly EvaluationResult[]): string {
  const names = new Set(
    results.flatMap((result) => Object.keys(result.sections[0]?.methods[0]?.figures ?? {})),
  );
  return [...names].map((name) => `- **${getFigure(name).title}**: ${getFigure(name).meaning}.`).join("\n");
}

const NO_PRODUCT =
  "The tables below compare methods of estimating success. The row **Signalbox, custom router** is what the service trains from the same rows; **Signalbox, untrained** is the product before.";

const SEE_ALSO =
  "More on [learning](research/learning.md) (custom routers, online regret, replay, poisoning), [the expected bill](research/bill.md), [tokens](models.md); speed is shown by `npm run bench`. The shipped artefact is made by the same recipe on the release split, whose sources a licence allows; these tables judge its twin on the benchmark split. [The model](research/model.md) tells the recipe.";

/** Markdown; every figure in it comes from the results. */
export function renderBenchmarks({ results, command, more = [], date }: BenchmarksPage): string {
  const first = results[0];
  const today = new Date().toISOString().slice(0, 10);
  const product = renderProduct({ results, command, date: date ?? today });
  const others = results.filter(({ protocol }) => !isProductProtocol(protocol));
  const machine =
    first === undefined
      ? ""
      : `Machine: ${first.machine}. Data fingerprint: \`${first.dataFingerprint.slice(0, 16)}\`.`;
  return [
    "# Tables of the benchmarks",
    `Generated; do not edit. Command: \`${command}\``,
    machine,
    ...(product.length === 0 ? [] : [wrapProduct(product), "## Methods of the laboratory", NO_PRODUCT]),
    "Every method gets the same rows, the same tuning and calibration on dev rows, one last fit on training and dev rows together (ours stays as it was where a source gives no training row) and, where cost counts, the same cost estimate. A lead is our figure minus the other's, paired over prompts; it is called a tie unless its 95 % interval excludes zero.",
    SEE_ALSO,
    ...renderAcross(others),
    ...others.map(renderResult),
    ...more,
    "## Figures",
    renderGlossary(results),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}
