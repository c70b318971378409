// Predicted against observed success, one line a source, language or origin.
import { meanOf } from "@signalbox/engine/numerics";
import type { SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { markdownTable } from "./markdown-table.ts";
import { findMethod } from "./mean-over-sources.ts";
import type { OldAndNew } from "./render-served.ts";

const valueOf = (section: SectionResult | undefined, method: string, name: string): number =>
  (section === undefined ? undefined : findMethod(section, method)?.figures[name]?.value) ?? Number.NaN;
const number = (value: number): string => formatFigure(value, "number");

const isSource = ({ isLearned }: SectionResult): boolean => isLearned !== undefined;

function eceOf(section: SectionResult): string {
  const {
    value = Number.NaN,
    low = Number.NaN,
    high = Number.NaN,
  } = findMethod(section, "signalbox")?.figures["ece"] ?? {};
  return `${number(value)} (${number(low)} … ${number(high)})`;
}

/** @param before of the earlier product; undefined leaves its column out */
function cellsOf(section: SectionResult, before: readonly SectionResult[] | undefined): string[] {
  const own = (name: string): string => number(valueOf(section, "signalbox", name));
  return [
    section.name,
    section.isLearned === undefined ? "" : section.isLearned ? "yes" : "no",
    String(section.promptCount),
    own("predictedMean"),
    own("observedMean"),
    own("slope"),
    own("aucWithin"),
    eceOf(section),
    number(valueOf(section, "base-rate", "ece")),
  ].concat(
    before === undefined
      ? []
      : number(
          valueOf(
            before.find(({ name }) => name === section.name),
            "signalbox",
            "ece",
          ),
        ),
  );
}

function describeMeans(sections: readonly SectionResult[]): string {
  const ece = (method: string): string => number(meanOf(sections.map((one) => valueOf(one, method, "ece"))));
  return `${sections.length} sources: mean ECE ${ece("signalbox")}, base rate of the others ${ece("base-rate")}`;
}

export function renderCalibration({ result, before }: OldAndNew): readonly string[] {
  const sources = result.sections.filter(isSource);
  const unseen = sources.filter(({ isLearned }) => isLearned === false);
  const head = [
    "answers of",
    "learned from",
    "prompts",
    "predicted",
    "observed",
    "slope",
    "AUC over prompts",
    "ECE (95 %)",
  ].concat("ECE of the base rate", before === undefined ? [] : "ECE, before");
  const body = result.sections.map((section) => cellsOf(section, before?.sections));
  return [
    `### ${result.title}`,
    result.description,
    `${describeMeans(sources)}. Never learned from: ${unseen.length === 0 ? "none" : describeMeans(unseen)}.`,
    markdownTable(head, body),
  ];
}
