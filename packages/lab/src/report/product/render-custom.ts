// The custom router after few rows: beside every method on the first source with dollars, then one line a source.
import { getFigure } from "../../protocols/index.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { describeLead } from "../leads.ts";
import { markdownTable } from "./markdown-table.ts";
import { endsOf, findMethod, SHOWN_ENDS } from "./mean-over-sources.ts";
import type { OldAndNew } from "./render-served.ts";

const OURS = "custom-router";
const UNTRAINED = "untrained";
const DOLLARS = ["aiq", "auc", "accuracy"];
const LEAD = "aiq";
const FEW = ["auc", "accuracy"];
const FEW_ROWS = 50;

const valueOf = (method: MethodResult | undefined, name: string): string =>
  formatFigure(method?.figures[name]?.value ?? Number.NaN, getFigure(name).unit);

function renderSection(section: SectionResult): readonly string[] {
  const { name, promptCount, modelCount, methods } = section;
  const titles = DOLLARS.map((figure) => getFigure(figure).title);
  const head = ["method", ...titles, `our lead in ${getFigure(LEAD).title}`];
  const body = methods.map((method) =>
    [method.isOurs ? `**${method.title}**` : method.title].concat(
      DOLLARS.map((figure) => valueOf(method, figure)),
      describeLead(method.lead[LEAD], LEAD),
    ),
  );
  return [`${name}; ${promptCount} prompts judged, ${modelCount} models:`, markdownTable(head, body)];
}

const accuracyGain = (section: SectionResult): number => {
  const [before, after] = [UNTRAINED, OURS].map((name) => findMethod(section, name)?.figures["accuracy"]);
  return (after?.value ?? 0) - (before?.value ?? 0);
};

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
  const withDollars = few.filter(({ points }) => points.length > 0).slice(0, 1);
  return [
    `### ${result.title}`,
    result.description,
    ...withDollars.flatMap(renderSection),
    ...(few.length === 0
      ? []
      : [
          `${FEW_ROWS} rows of each source; the ${SHOWN_ENDS} sources at each end of the gain in accuracy:`,
          fewRowsTable(endsOf(few, accuracyGain)),
        ]),
  ];
}
