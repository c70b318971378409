// The custom router beside methods that learn from the same rows: every method on every size of the first source with dollars,
// then what few rows teach on each source.
import { getFigure } from "../../protocols/index.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { describeLead } from "../leads.ts";
import { markdownTable } from "./markdown-table.ts";
import { findMethod } from "./mean-over-sources.ts";
import type { OldAndNew } from "./render-served.ts";

const OURS = "custom-router";
const UNTRAINED = "untrained";
const DOLLARS = ["costSave", "costSaveNear", "aiq", "auc", "accuracy"];
/** Whether one answer more or less would have turned the order. */
const LEADS = ["costSaveNear", "aiq"];
const FEW = ["aucPooled", "auc", "accuracy"];
const FEW_ROWS = 50;

const valueOf = (method: MethodResult | undefined, name: string): string =>
  formatFigure(method?.figures[name]?.value ?? Number.NaN, getFigure(name).unit);

function renderSection(section: SectionResult): readonly string[] {
  const { name, promptCount, modelCount, methods } = section;
  const titles = DOLLARS.map((figure) => getFigure(figure).title);
  const head = ["method", ...titles, ...LEADS.map((figure) => `our lead in ${getFigure(figure).title}`)];
  const body = methods.map((method) =>
    [method.isOurs ? `**${method.title}**` : method.title].concat(
      DOLLARS.map((figure) => valueOf(method, figure)),
      LEADS.map((figure) => describeLead(method.lead[figure], figure)),
    ),
  );
  return [`${name}; ${promptCount} prompts judged, ${modelCount} models:`, markdownTable(head, body)];
}

/** Figures untrained and trained, side by side. */
function fewRowsTable(sections: readonly SectionResult[]): string {
  const titles = FEW.map((figure) => getFigure(figure).title);
  const head = [
    "source",
    "models",
    ...titles.flatMap((title) => [`${title}, untrained`, `${title}, trained`]),
  ];
  const body = sections.map((section) => [
    section.name.split(",")[0] ?? section.name,
    String(section.modelCount),
    ...FEW.flatMap((figure) => [UNTRAINED, OURS].map((name) => valueOf(findMethod(section, name), figure))),
  ]);
  return markdownTable(head, body);
}

export function renderCustom({ result }: OldAndNew): readonly string[] {
  const few = result.sections.filter(({ trainCount }) => trainCount === FEW_ROWS);
  const withDollars = result.sections.filter(({ points }) => points.length > 0);
  return [
    `### ${result.title}`,
    result.description,
    ...withDollars.flatMap(renderSection),
    ...(few.length === 0 ? [] : [`${FEW_ROWS} rows of each source:`, fewRowsTable(few)]),
  ];
}
