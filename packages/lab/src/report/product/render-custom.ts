// The custom router beside what the same rows say without it: means over sources by number of rows, then the sources at both ends.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { getFigure } from "../../protocols/index.ts";
import type { SectionResult } from "../../protocols/index.ts";
import { formatFigure, formatSigned } from "../format.ts";
import { markdownTable } from "./markdown-table.ts";
import { endsOf, findMethod, meanOverSources, SHOWN_ENDS } from "./mean-over-sources.ts";

const OURS = "custom-router";
const SHOWN = [OURS, "untrained", "best-single", "knn", "regression", "factors", "random"];
/** Rows that the table by source is of. */
const FEW_ROWS = 50;

const number = (value: number | undefined): string => formatFigure(value ?? Number.NaN, "number");
const figureOf = (section: SectionResult, method: string, name: string) =>
  findMethod(section, method)?.figures[name];

function meansTable(sections: readonly SectionResult[]): string {
  const sizes = [...Map.groupBy(sections, ({ trainCount }) => trainCount)];
  const figures = ["accuracy", "aiq", "auc", "logLoss"];
  const head = [
    "rows",
    "method",
    ...figures.map((name) => getFigure(name).title),
    "our lead in the pick",
    "95 % over sources",
  ];
  const body = sizes.flatMap(([rows, own]) =>
    SHOWN.map((name) => {
      const method = own.flatMap((section) => findMethod(section, name) ?? [])[0];
      const lead = meanOverSources(own, (section) => findMethod(section, name)?.lead["accuracy"]);
      const cells = [String(rows), name === OURS ? `**${method?.title ?? name}**` : (method?.title ?? name)];
      const means = figures.map((figure) =>
        number(meanOverSources(own, (one) => figureOf(one, name, figure))?.value),
      );
      if (lead === undefined) return cells.concat(means, "", "");
      const { low, high } = lead.sources;
      const interval = `${formatSigned(low, "number")} … ${formatSigned(high, "number")}`;
      return cells.concat(means, formatSigned(lead.value, "number"), interval);
    }),
  );
  return markdownTable(head, body);
}

function sourcesTable(sections: readonly SectionResult[]): string {
  const head = ["source", "models", "untrained", "leader of the rows", "custom router"];
  const body = sections.map((section) => [
    section.name.split(",")[0] ?? section.name,
    String(section.modelCount),
    ...["untrained", "best-single", OURS].map((name) => number(figureOf(section, name, "accuracy")?.value)),
  ]);
  return markdownTable(head, body);
}

export function renderCustom(result: EvaluationResult): readonly string[] {
  const few = result.sections.filter(({ trainCount }) => trainCount === FEW_ROWS);
  const gainOf = (section: SectionResult): number =>
    (figureOf(section, OURS, "accuracy")?.value ?? 0) -
    (figureOf(section, "untrained", "accuracy")?.value ?? 0);
  return [
    `### ${result.title}`,
    result.description,
    `Mean over ${few.length} sources; AIQ over the ${few.filter((one) => Number.isFinite(figureOf(one, OURS, "aiq")?.value ?? Number.NaN)).length} with recorded dollars:`,
    meansTable(result.sections),
    `Score of the pick after ${FEW_ROWS} rows; the ${SHOWN_ENDS} sources at each end of the gain:`,
    sourcesTable(endsOf(few, gainOf)),
  ];
}
