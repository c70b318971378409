// Everyday tasks: the classes that were picked, over all requests and by class asked for.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { getFigure } from "../../protocols/index.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { markdownTable } from "./markdown-table.ts";
import { findMethod } from "./mean-over-sources.ts";

const OURS = "signalbox-cost";
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

function overallTable(all: SectionResult): string {
  const body = all.methods.map((method) => [
    method.name.startsWith("signalbox") ? `**${method.title}**` : method.title,
    withInterval(method, "withinTier"),
    ...PICKS.slice(1).map((name) => share(method, name)),
  ]);
  return markdownTable(["picked by", ...PICKS.map((name) => getFigure(name).title)], body);
}

function sectionCells(section: SectionResult, names: readonly string[]): readonly string[] {
  const ours = findMethod(section, OURS);
  return [section.name, String(section.promptCount), ...names.map((name) => share(ours, name))];
}

function renderRewordings(sections: readonly SectionResult[]): readonly string[] {
  const ways = [OURS, "signalbox-quality"];
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
    overallTable(all),
    "Under `cost`, by class asked for:",
    markdownTable(
      head,
      [all, ...parts].map((section) => sectionCells(section, names)),
    ),
    ...(rewordings.length === 0 ? [] : renderRewordings(rewordings)),
  ];
}
