// The tables of what a user gets: over all sources, over those that nothing was learned from, source by source, and dollars.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { getFigure } from "../../protocols/index.ts";
import type { FigureResult, MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure, formatSigned, formatUsd } from "../format.ts";
import { judgeLead } from "../leads.ts";
import { markdownTable } from "./markdown-table.ts";
import { findMethod, meanOverSources } from "./mean-over-sources.ts";
import { valueAt } from "../../arrays/value-at.ts";

const SCORES = ["scoreAll", "scoreFive", "scoreThree", "scoreTwo"];
const HEADLINE = "scoreAll";
const OURS = "signalbox";
/** Columns of the table by source, as far as they took part. */
const BY_SOURCE = [OURS, "intelligence-index", "arena-elo", "best-single", "random", "oracle"];

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

export interface OldAndNew {
  readonly result: EvaluationResult;
  /** The same protocol on an earlier product, where one is published beside. */
  readonly before?: EvaluationResult | undefined;
}

/** Sections of the earlier run that stand in this one too. */
function sameSections(
  before: EvaluationResult | undefined,
  now: readonly SectionResult[],
): readonly SectionResult[] {
  const names = new Set(now.map(({ name }) => name));
  return before?.sections.filter(({ name }) => names.has(name)) ?? [];
}

function overallRow(
  { name, title }: MethodResult,
  sections: readonly SectionResult[],
  earlier: readonly SectionResult[],
): readonly string[] {
  const old = earlier.length > 0 ? ["scoreAll", "scoreFive"] : [];
  return [
    isOurs(name) ? `**${title}**` : title,
    ...SCORES.map((figure) => number(meanOfMethod(sections, name, figure))),
    ...old.map((figure) => number(meanOfMethod(earlier, name, figure))),
    ...leadCells(sections, name, HEADLINE),
    ...leadCells(sections, name, "scoreFive"),
  ];
}

function overallTable(sections: readonly SectionResult[], earlier: readonly SectionResult[]): string {
  const title = getFigure(HEADLINE).title.toLowerCase();
  const head = [
    "picked by",
    ...SCORES.map((name) => getFigure(name).title),
    ...(earlier.length > 0 ? ["all, before", "five, before"] : []),
    `quality's lead, ${title}`,
    "95 % over prompts",
    "95 % over sources",
    "quality's lead, sets of five",
    "95 % over prompts",
    "95 % over sources",
  ];
  const body = (sections[0]?.methods ?? []).map((method) => overallRow(method, sections, earlier));
  return markdownTable(head, body);
}

function sourceTable(sections: readonly SectionResult[], earlier: readonly SectionResult[]): string {
  const methods = BY_SOURCE.flatMap((name) => findMethod(valueAt(sections, 0), name) ?? []);
  const rival = methods.find(({ name }) => name === "arena-elo") ?? methods[1];
  const head = [
    "source",
    "learned from",
    "prompts",
    "models",
    ...methods.map(({ title }) => title),
    ...(earlier.length > 0 ? ["Signalbox, before"] : []),
    `lead over ${rival?.title ?? "the next"}`,
  ];
  const names = methods.map(({ name }) => name);
  const body = sections.map((section) => {
    const old = earlier.find(({ name }) => name === section.name);
    const before = earlier.length > 0 ? [number(old && ownScore(old))] : [];
    return sourceCells(section, names).concat(
      before,
      describeOwnLead(rival && findMethod(section, rival.name)),
    );
  });
  return markdownTable(head, body);
}

function sourceCells(section: SectionResult, names: readonly string[]): string[] {
  return [
    section.name,
    section.isLearned === true ? "yes" : "no",
    String(section.promptCount),
    String(section.modelCount),
    ...names.map((name) => number(findMethod(section, name)?.figures[HEADLINE]?.value)),
  ];
}

const ownScore = (section: SectionResult): number | undefined =>
  findMethod(section, OURS)?.figures[HEADLINE]?.value;

function describeOwnLead(rival: MethodResult | undefined): string {
  const lead = rival?.lead[HEADLINE];
  if (lead === undefined) return "";
  return `${judgeLead(lead, HEADLINE)}, ${formatSigned(lead.value, "number")} (${interval(lead)})`;
}

function dollarTable(sections: readonly SectionResult[]): string | undefined {
  const head = ["source", "picked by", "score", "dollars of 1,000 requests", "over the best mix", "95 %"];
  const body = sections.flatMap((section) =>
    section.methods.flatMap(({ name, title, figures }) => {
      const { usdAll, overMix, scoreAll } = figures;
      if (usdAll === undefined || overMix === undefined) return [];
      return [
        [
          section.name,
          isOurs(name) ? `**${title}**` : title,
          number(scoreAll?.value),
          formatUsd(1000 * usdAll.value),
          formatSigned(overMix.value, "number"),
          interval(overMix),
        ],
      ];
    }),
  );
  return body.length === 0 ? undefined : markdownTable(head, body);
}

export function renderServed({ result, before }: OldAndNew): readonly string[] {
  const { sections } = result;
  const unseen = sections.filter(({ isLearned }) => isLearned !== true);
  const dollars = dollarTable(sections);
  return [
    `### ${result.title}`,
    result.description,
    `Mean over ${sections.length} sources:`,
    overallTable(sections, sameSections(before, sections)),
    ...(unseen.length === sections.length || unseen.length === 0
      ? []
      : [
          `Mean over the ${unseen.length} sources that the artefact never learned from:`,
          overallTable(unseen, sameSections(before, unseen)),
        ]),
    "All candidates, source by source:",
    sourceTable(sections, sameSections(before, sections)),
    ...(dollars === undefined
      ? []
      : [
          "Recorded dollars, all candidates. The best mix is the random mix of the two single models that serves best at the same dollars, chosen in hindsight:",
          dollars,
        ]),
  ];
}
