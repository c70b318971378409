// The tables of what a user gets: over all sources, over those that nothing was learned from, and the sources at both ends.

import type { EvaluationResult } from "../../protocols/evaluate.ts";
import {
  getFigure,
  type FigureResult,
  type MethodResult,
  type SectionResult,
} from "../../protocols/index.ts";
import { formatFigure, formatSigned, judgeLead, meanLead } from "../format.ts";
import { valueAt } from "../../arrays/value-at.ts";
import { interpolatedQuantile, meanOf, splitmix32 } from "@signalbox/engine/numerics";
import { SignalboxError } from "@signalbox/contracts";

// One protocol's section within the product's part of the published page, which two comments enclose.

const END = "<!-- /product -->";

const RENDERERS: Readonly<Record<string, (result: EvaluationResult) => readonly string[]>> = {
  served: renderServed,
  custom: renderCustom,
  tasks: renderTasks,
  judged: renderJudged,
  calibration: renderCalibration,
};

/** Heading, when and on what it was measured, then the tables. */
export function renderSection(result: EvaluationResult, date: string): readonly string[] {
  const [heading = "", ...rest] = RENDERERS[result.protocol]?.(result) ?? [];
  return [heading, `Measured on ${date}; ${result.machine}; ${result.artefact}.`, ...rest];
}

/** The page with this section in the place of the one of the same heading; as the last of the part where there was none. */
export function replaceSection(page: string, section: readonly string[]): string {
  const [heading = ""] = section;
  const text = section.join("\n\n");
  const end = page.indexOf(END);
  if (end < 0) throw new SignalboxError("bad_request", `The page has no "${END}".`);
  const from = page.indexOf(`${heading}\n`);
  if (from < 0 || from > end) return `${page.slice(0, end)}${text}\n\n${page.slice(end)}`;
  const next = page.indexOf("\n### ", from + heading.length);
  const to = next < 0 || next > end ? end : next + 1;
  return `${page.slice(0, from)}${text}\n\n${page.slice(to)}`;
}

// Everyday tasks: the classes that were picked, over all requests and by class asked for.

const BY_COST = "signalbox-cost";
const PICKS = ["withinTier", "tooWeak", "tooStrong", "usdOverCheapest", "paysTwice"];
const OF_PARTS = ["withinTier", "tooWeak", "tooStrong"];
const READING = ["operationRight", "fieldRight", "tierRight"];
const REWORDED = ["samePick", "sameOperation", "leavesFavourite"];
const REWORDINGS = "rewordings";
/** Other groups are in the JSON alone. */
const SHOWN = /^class /;

const share = (method: MethodResult | undefined, name: string): string =>
  formatFigure(method?.figures[name]?.value ?? Number.NaN, getFigure(name).unit);

const withInterval = (method: MethodResult, name: string): string => {
  const { low = Number.NaN, high = Number.NaN } = method.figures[name] ?? {};
  return `${share(method, name)} (${formatFigure(low, "share")} … ${formatFigure(high, "share")})`;
};

function taskTable(all: SectionResult): string {
  const body = all.methods.map((method) => [
    method.name.startsWith("signalbox") ? `**${method.title}**` : method.title,
    withInterval(method, "withinTier"),
    ...PICKS.slice(1).map((name) => share(method, name)),
  ]);
  return markdownTable(["picked by", ...PICKS.map((name) => getFigure(name).title)], body);
}

function sectionCells(section: SectionResult, names: readonly string[]): readonly string[] {
  const ours = findMethod(section, BY_COST);
  return [section.name, String(section.promptCount), ...names.map((name) => share(ours, name))];
}

function renderRewordings(sections: readonly SectionResult[]): readonly string[] {
  const ways = [BY_COST, "signalbox-quality"];
  const head = [
    "reworded",
    "pairs",
    ...ways.flatMap((way) => REWORDED.map((name) => `${getFigure(name).title}, ${way.split("-")[1] ?? ""}`)),
  ];
  const body = sections.map((section) => [
    section.name,
    String(section.promptCount),
    ...ways.flatMap((way) => REWORDED.map((name) => share(findMethod(section, way), name))),
  ]);
  return [
    "The same request in other words, written by hand and never trained on:",
    markdownTable(head, body),
  ];
}

export function renderTasks(result: EvaluationResult): readonly string[] {
  const [all, ...rest] = result.sections;
  if (all === undefined) return [];
  const parts = rest.filter(({ name }) => SHOWN.test(name));
  const rewordings = rest.filter(({ name }) => name === REWORDINGS);
  const names = [...OF_PARTS, ...READING];
  const head = ["requests of", "requests", ...names.map((name) => getFigure(name).title)];
  return [
    `### ${result.title}`,
    result.description,
    `${all.promptCount} requests:`,
    taskTable(all),
    "Under `cost`, by class asked for:",
    markdownTable(
      head,
      [all, ...parts].map((section) => sectionCells(section, names)),
    ),
    ...(rewordings.length === 0 ? [] : renderRewordings(rewordings)),
  ];
}

// The custom router beside what the same rows say without it: means over sources by number of rows, then the sources at both ends.

const ROUTER = "custom-router";
const SHOWN_ROUTERS = [ROUTER, "untrained", "best-single", "knn", "regression", "factors", "random"];
/** Rows that the table by source is of. */
const FEW_ROWS = 50;

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
    SHOWN_ROUTERS.map((name) => {
      const method = own.flatMap((section) => findMethod(section, name) ?? [])[0];
      const lead = meanOverSources(own, (section) => findMethod(section, name)?.lead["accuracy"]);
      const cells = [
        String(rows),
        name === ROUTER ? `**${method?.title ?? name}**` : (method?.title ?? name),
      ];
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
    ...["untrained", "best-single", ROUTER].map((name) => number(figureOf(section, name, "accuracy")?.value)),
  ]);
  return markdownTable(head, body);
}

export function renderCustom(result: EvaluationResult): readonly string[] {
  const few = result.sections.filter(({ trainCount }) => trainCount === FEW_ROWS);
  const gainOf = (section: SectionResult): number =>
    (figureOf(section, ROUTER, "accuracy")?.value ?? 0) -
    (figureOf(section, "untrained", "accuracy")?.value ?? 0);
  return [
    `### ${result.title}`,
    result.description,
    `Mean over ${few.length} sources; AIQ over the ${few.filter((one) => Number.isFinite(figureOf(one, ROUTER, "aiq")?.value ?? Number.NaN)).length} with recorded dollars:`,
    meansTable(result.sections),
    `Score of the pick after ${FEW_ROWS} rows; the ${SHOWN_ENDS} sources at each end of the gain:`,
    sourcesTable(endsOf(few, gainOf)),
  ];
}

// Predicted against observed success: sources at both ends of the error, origins of the ability, and classes of models.

const valueOf = (section: SectionResult | undefined, method: string, name: string): number =>
  (section === undefined ? undefined : findMethod(section, method)?.figures[name]?.value) ?? Number.NaN;

const ORIGIN = "ability from ";
const CLASS = "open questions, ";
const isSource = ({ isLearned }: SectionResult): boolean => isLearned !== undefined;

function eceOf(section: SectionResult): string {
  const {
    value = Number.NaN,
    low = Number.NaN,
    high = Number.NaN,
  } = findMethod(section, "signalbox")?.figures["ece"] ?? {};
  return `${number(value)} (${number(low)} … ${number(high)})`;
}

function cellsOf(section: SectionResult): readonly string[] {
  const own = (name: string): string => number(valueOf(section, "signalbox", name));
  return [
    section.name,
    section.isLearned === undefined ? "" : section.isLearned ? "yes" : "no",
    String(section.promptCount),
    own("predictedMean"),
    own("observedMean"),
    own("aucWithin"),
    eceOf(section),
    number(valueOf(section, "base-rate", "ece")),
  ];
}

/** How far each class of models is predicted too high, with the levels of the sources and without them. */
function renderClasses(sections: readonly SectionResult[]): readonly string[] {
  const classes = sections.filter(({ name }) => name.startsWith(CLASS));
  if (classes.length === 0) return [];
  const body = classes.map((section) => {
    const own = (name: string): number => valueOf(section, "signalbox", name);
    const shown = [
      own("predictedMean"),
      own("observedMean"),
      own("predictedMean") - own("observedMean"),
      own("offWithin"),
    ];
    return [section.name.slice(CLASS.length), section.facts.join(", ")].concat(shown.map(number));
  });
  return [markdownTable(["open questions", "", "predicted", "observed", "off", "off within sources"], body)];
}

function describeMeans(sections: readonly SectionResult[]): string {
  const ece = (method: string): string => number(meanOf(sections.map((one) => valueOf(one, method, "ece"))));
  return `${sections.length} sources: mean ECE ${ece("signalbox")}, base rate of the others ${ece("base-rate")}`;
}

export function renderCalibration(result: EvaluationResult): readonly string[] {
  const sources = result.sections.filter(isSource);
  const unseen = sources.filter(({ isLearned }) => isLearned === false);
  const head = [
    "answers of",
    "learned from",
    "prompts",
    "predicted",
    "observed",
    "AUC over prompts",
    "ECE (95 %)",
    "ECE of the base rate",
  ];
  const shown = [
    ...endsOf(sources, (section) => valueOf(section, "signalbox", "ece")),
    ...result.sections.filter(({ name }) => name.startsWith(ORIGIN)),
  ];
  const body = shown.map(cellsOf);
  return [
    `### ${result.title}`,
    result.description,
    `${describeMeans(sources)}. Never learned from: ${unseen.length === 0 ? "none" : describeMeans(unseen)}. The ${SHOWN_ENDS} sources with the highest ECE and those with the lowest:`,
    markdownTable(head, body),
    ...renderClasses(result.sections),
  ];
}

// A figure over sources: the plain mean, how far it moves when other prompts are drawn, and when other sources are.

interface OverSources {
  readonly value: number;
  /** 95 % over prompts, the sources as they are. */
  readonly prompts: FigureResult;
  /** 95 % over sources, each as it was measured. */
  readonly sources: FigureResult;
}

const RESAMPLES = 2000;
const SEED = 42;

/** Sources that a page shows at each end; the others are in the JSON alone. */
export const SHOWN_ENDS = 3;

/** The sections with the highest and those with the lowest figure, in that order; all of them where there are few. */
export function endsOf(
  sections: readonly SectionResult[],
  read: (section: SectionResult) => number | undefined,
): readonly SectionResult[] {
  const keyOf = (section: SectionResult): number => read(section) ?? 0;
  const ordered = sections.toSorted((one, other) => keyOf(other) - keyOf(one));
  return ordered.filter((_, at) => at < SHOWN_ENDS || at >= ordered.length - SHOWN_ENDS);
}

export function findMethod(section: SectionResult, name: string): MethodResult | undefined {
  return section.methods.find((method) => method.name === name);
}

function resampleMean(values: readonly number[]): readonly number[] {
  const random = splitmix32(SEED);
  const drawOne = (): number => valueAt(values, Math.floor(random() * values.length));
  return Array.from({ length: RESAMPLES }, () => meanOf(values.map(drawOne)));
}

/** @param read the figure of one section with its interval over prompts; undefined leaves the section out */
export function meanOverSources(
  sections: readonly SectionResult[],
  read: (section: SectionResult) => FigureResult | undefined,
): OverSources | undefined {
  const known = sections.map(read).filter((one) => one !== undefined && Number.isFinite(one.value));
  const results = known as readonly FigureResult[];
  if (results.length === 0) return undefined;
  const values = results.map(({ value }) => value);
  const draws = resampleMean(values);
  const sources = {
    value: meanOf(values),
    low: interpolatedQuantile(draws, 0.025),
    high: interpolatedQuantile(draws, 0.975),
  };
  return { value: sources.value, prompts: meanLead(results), sources };
}

// A Markdown table from cells.

type Cells = readonly string[];

export function markdownTable(head: Cells, body: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

// The hand-made sets: what was accepted under every objective, and what was read.

/** Figures that every objective has; the others describe the reading and come with the first. */
const OF_PICKS = ["withinTier", "tooWeak", "tooStrong"];

function cellOf({ figures }: MethodResult, name: string): string {
  const value = figures[name]?.value;
  return value === undefined || Number.isNaN(value) ? "–" : formatFigure(value, getFigure(name).unit);
}

function picksTable(sections: readonly SectionResult[]): string {
  const methods = sections[0]?.methods ?? [];
  const head = [
    "set",
    "requests",
    ...methods.map(({ title }) => `${title}: ${OF_PICKS.map((name) => getFigure(name).title).join(" / ")}`),
  ];
  const body = sections.map((section) => [
    section.name,
    String(section.promptCount),
    ...section.methods.map((method) => OF_PICKS.map((name) => cellOf(method, name)).join(" / ")),
  ]);
  return markdownTable(head, body);
}

function readingTable(sections: readonly SectionResult[]): string {
  const figures = (section: SectionResult) => Object.keys(section.methods[0]?.figures ?? {});
  const names = [...new Set(sections.flatMap(figures))].filter((name) => !OF_PICKS.includes(name));
  const head = ["set", ...names.map((name) => getFigure(name).title)];
  const body = sections.map((section) => [
    section.name,
    ...names.map((name) =>
      section.methods
        .slice(0, 1)
        .map((method) => cellOf(method, name))
        .join(""),
    ),
  ]);
  return markdownTable(head, body);
}

/** Groups within a set are in the JSON alone. */
const isWhole = ({ name }: SectionResult): boolean => !name.includes(": ");

export function renderJudged(result: EvaluationResult): readonly string[] {
  const { title, description } = result;
  const sections = result.sections.filter(isWhole);
  const picked = sections.filter(({ methods }) => methods[0]?.figures["withinTier"] !== undefined);
  const read = sections.filter(({ methods }) =>
    Object.keys(methods[0]?.figures ?? {}).some((name) => !OF_PICKS.includes(name)),
  );
  return [
    `### ${title}`,
    description,
    ...(picked.length === 0 ? [] : ["Picks:", picksTable(picked)]),
    ...(read.length === 0
      ? []
      : [
          "The reading, and whether the pick under `cost` equals that of the plain form:",
          readingTable(read),
        ]),
  ];
}

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
