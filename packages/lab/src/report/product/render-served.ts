// The tables of what a user gets: over all sources, over those that nothing was learned from, and the sources at both ends.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { getFigure } from "../../protocols/index.ts";
import type { FigureResult, MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure, formatSigned } from "../format.ts";
import { judgeLead } from "../leads.ts";
import { markdownTable } from "./markdown-table.ts";
import { endsOf, findMethod, meanOverSources, SHOWN_ENDS } from "./mean-over-sources.ts";
import { valueAt } from "../../arrays/value-at.ts";

const SCORES = ["scoreAll", "scoreFive"];
const HEADLINE = "scoreAll";
const OURS = "signalbox";
/** Columns of the table by source, as far as they took part. */
const BY_SOURCE = [OURS, "arena-elo", "best-single"];

const isOurs = (name: string): boolean => name.startsWith(OURS);

/** Digits of a mean score. */
const number = (value: number | undefined): string => formatFigure(value ?? Number.NaN, "number");

function interval({ low, high }: FigureResult): string {
  return `${formatSigned(low, "number")} … ${formatSigned(high, "number")}`;
}

function leadCells(sections: readonly SectionResult[], name: string, figure: string): readonly string[] {
  const lead = meanOverSources(sections, (section) => findMethod(section, name)?.lead[figure]);
  if (lead === undefined) return ["", "", ""];
  return [formatSigned(lead.value, "number"), interval(lead.prompts), interval(lead.sources)];
}

function meanOfMethod(sections: readonly SectionResult[], name: string, figure: string): number | undefined {
  return meanOverSources(sections, (section) => findMethod(section, name)?.figures[figure])?.value;
}

function overallRow({ name, title }: MethodResult, sections: readonly SectionResult[]): readonly string[] {
  return [
    isOurs(name) ? `**${title}**` : title,
    ...SCORES.map((figure) => number(meanOfMethod(sections, name, figure))),
    ...leadCells(sections, name, HEADLINE),
  ];
}

function overallTable(sections: readonly SectionResult[]): string {
  const title = getFigure(HEADLINE).title.toLowerCase();
  const head = [
    "picked by",
    ...SCORES.map((name) => getFigure(name).title),
    `quality's lead, ${title}`,
    "95 % over prompts",
    "95 % over sources",
  ];
  const body = (sections[0]?.methods ?? []).map((method) => overallRow(method, sections));
  return markdownTable(head, body);
}

function sourceTable(sections: readonly SectionResult[]): string {
  const methods = BY_SOURCE.flatMap((name) => findMethod(valueAt(sections, 0), name) ?? []);
  const rival = methods.find(({ name }) => name === "arena-elo") ?? methods[1];
  const head = [
    "source",
    "learned from",
    "prompts",
    "models",
    ...methods.map(({ title }) => title),
    `lead over ${rival?.title ?? "the next"}`,
  ];
  const names = methods.map(({ name }) => name);
  const body = sections.map((section) => [
    ...sourceCells(section, names),
    describeOwnLead(rival && findMethod(section, rival.name)),
  ]);
  return markdownTable(head, body);
}

function sourceCells(section: SectionResult, names: readonly string[]): readonly string[] {
  return [
    section.name,
    section.isLearned === true ? "yes" : "no",
    String(section.promptCount),
    String(section.modelCount),
    ...names.map((name) => number(findMethod(section, name)?.figures[HEADLINE]?.value)),
  ];
}

function describeOwnLead(rival: MethodResult | undefined): string {
  const lead = rival?.lead[HEADLINE];
  if (lead === undefined) return "";
  return `${judgeLead(lead, HEADLINE)}, ${formatSigned(lead.value, "number")} (${interval(lead)})`;
}

export function renderServed(result: EvaluationResult): readonly string[] {
  const { sections } = result;
  const unseen = sections.filter(({ isLearned }) => isLearned !== true);
  return [
    `### ${result.title}`,
    result.description,
    `Mean over ${sections.length} sources:`,
    overallTable(sections),
    ...(unseen.length === sections.length || unseen.length === 0
      ? []
      : [
          `Mean over the ${unseen.length} sources that the artefact never learned from:`,
          overallTable(unseen),
        ]),
    `All candidates; the ${SHOWN_ENDS} sources at each end of the lead over the top of arena Elo:`,
    sourceTable(endsOf(sections, (section) => findMethod(section, "arena-elo")?.lead[HEADLINE]?.value)),
  ];
}
