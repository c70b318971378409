// One protocol's section within the product's part of the published page, which two comments enclose.
import { SignalboxError } from "@signalbox/contracts";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { renderCalibration } from "./render-calibration.ts";
import { renderCustom } from "./render-custom.ts";
import { renderJudged } from "./render-judged.ts";
import { renderServed } from "./render-served.ts";
import { renderTasks } from "./render-tasks.ts";

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
