// Predicted against observed success: sources at both ends of the error, origins of the ability, and classes of models.
import { meanOf } from "@signalbox/engine/numerics";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import type { SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { markdownTable } from "./markdown-table.ts";
import { endsOf, findMethod, SHOWN_ENDS } from "./mean-over-sources.ts";

const valueOf = (section: SectionResult | undefined, method: string, name: string): number =>
  (section === undefined ? undefined : findMethod(section, method)?.figures[name]?.value) ?? Number.NaN;
const number = (value: number): string => formatFigure(value, "number");

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
