// The hand-made sets: what was accepted under every objective, and what was read.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { getFigure } from "../../protocols/index.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";
import { formatFigure } from "../format.ts";
import { markdownTable } from "./markdown-table.ts";

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
