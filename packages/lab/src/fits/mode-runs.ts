// Runs of whole evaluations by model and mode: hidden and visible tokens a question, and the speed of each mode.
import { join } from "node:path";
import type { Catalog } from "@signalbox/catalog";
import type { Mode, ModelFacts } from "@signalbox/contracts";
import { readName, settleMode } from "@signalbox/contracts";

import { forEachCsvRow } from "../data/csv-rows.ts";
import { readTextFile } from "../data/read-text.ts";

/** Evaluations that ask one call a question; agents take an unknown number of turns. */
const SINGLE_CALLS: ReadonlySet<string> = new Set([
  "omniscience",
  "lcr",
  "ifbench",
  "mmmuPro",
  "scicode",
  "gpqa",
  "hle",
  "critpt",
]);

export interface ModeRun {
  readonly model: string;
  readonly vendor: string;
  readonly mode: Mode;
  readonly item: string;
  /** @unit tokens a question */
  readonly hidden: number;
  readonly visible: number;
}

export interface ModeSpeed {
  readonly model: string;
  readonly mode: Mode;
  /** Until the first token; where the host hides thoughts, until the first of the answer. @unit seconds */
  readonly firstTokenS: number | undefined;
  readonly firstAnswerS: number | undefined;
  readonly tokensPerSecond: number | undefined;
}

const PLAIN = /non-?\s?reasoning|non-?\s?thinking/i;
const EFFORT = /(?<![a-z])(minimal|low|medium|high|xhigh|max)(?![a-z])/i;

/** Mode of a run by its name; "Reasoning, Max Effort" is one of effort, "Non-reasoning, High Effort" one without thought. */
export function modeOfRun(name: string, facts: ModelFacts | undefined, thinks: boolean): Mode {
  const own = (facts?.id ?? "").split("/")[1] ?? "";
  if (!thinks || PLAIN.test(name)) return plainModeOf(facts);
  const stated = name.toLowerCase().replaceAll(/\([^)]*\)/g, (words) => ` ${words} `);
  const effort = EFFORT.exec(stated.replace(own.replaceAll("-", " "), " "))?.[1];
  const mode = effort === undefined ? "thinking" : (readName(`model-${effort}`)?.effort?.mode ?? "thinking");
  return facts?.modes === undefined ? mode : (settleMode(facts.modes, mode) ?? mode);
}

function plainModeOf(facts: ModelFacts | undefined): Mode {
  const modes = facts?.modes?.modes ?? [];
  return modes.some(({ mode }) => mode === "none")
    ? "none"
    : (modes.find(({ mode }) => !thinksIn(mode))?.mode ?? "none");
}

/** Runs at minimal effort record no hidden tokens. */
export function thinksIn(mode: Mode): boolean {
  return mode !== "none" && mode !== "minimal";
}

/** The catalogue's facts of a run's model; names of runs carry their mode in brackets. */
function factsOf(catalog: Catalog, model: string): ModelFacts | undefined {
  return catalog.get(model) ?? catalog.resolve({ model });
}

const THINKS_FROM = 15;

export async function readModeRuns(dataDir: string, catalog: Catalog): Promise<readonly ModeRun[]> {
  const file = await readTextFile(join(dataDir, "mode_tokens.csv.gz"));
  const runs: ModeRun[] = [];
  const required = ["model", "source_model_name", "eval", "questions", "answer_tokens", "reasoning_tokens"];
  forEachCsvRow(file, { required }, ([model = "", name = "", item = "", questions, answer, reasoning]) => {
    const count = Number(questions);
    if (model === "" || !(count > 0) || !SINGLE_CALLS.has(item)) return;
    const facts = factsOf(catalog, model);
    const hidden = Number(reasoning) / count;
    const mode = modeOfRun(name, facts, hidden >= THINKS_FROM);
    const id = facts?.id ?? model;
    runs.push({
      model: id,
      vendor: id.slice(0, id.indexOf("/")),
      mode,
      item,
      hidden,
      visible: Number(answer) / count,
    });
  });
  return mergeRepeats(runs);
}

/** Keeps the last listed of several runs of one model in one mode on one evaluation. */
function mergeRepeats(runs: readonly ModeRun[]): readonly ModeRun[] {
  return [...new Map(runs.map((run) => [`${run.model}\n${run.mode}\n${run.item}`, run])).values()];
}

const amount = (field: string | undefined): number | undefined =>
  field === undefined || field === "" ? undefined : Number(field);

export async function readModeSpeeds(dataDir: string, catalog: Catalog): Promise<readonly ModeSpeed[]> {
  const file = await readTextFile(join(dataDir, "mode_speed.csv.gz"));
  const speeds: ModeSpeed[] = [];
  const required = ["model", "source_model_name", "ttft_s", "ttfa_s", "tokens_per_s"];
  forEachCsvRow(file, { required }, ([model = "", name = "", first, answer, rate]) => {
    const facts = factsOf(catalog, model);
    if (facts === undefined) return;
    const mode = modeOfRun(name, facts, facts.isReasoning === true);
    const speed = { firstTokenS: amount(first), firstAnswerS: amount(answer), tokensPerSecond: amount(rate) };
    speeds.push({ model: facts.id, mode, ...speed });
  });
  return speeds;
}

const SCHOOL = "schoolExam";
/** Tokens of a worked answer where the model's own without thought is not recorded. */
const USUAL_VISIBLE = 200;

/** Real tokens of school and professional exams, the easy end of the scale; visible ones as in the mode without thought. */
export async function readExamRuns(dataDir: string, catalog: Catalog): Promise<readonly ModeRun[]> {
  const file = await readTextFile(join(dataDir, "thaiexam.outcomes.csv.gz"));
  const outputs = new Map<string, number[]>();
  forEachCsvRow(file, { required: ["model", "output_tokens"] }, ([name = "", tokens = ""]) => {
    if (tokens === "") return;
    const list = outputs.get(name) ?? [];
    list.push(Number(tokens));
    outputs.set(name, list);
  });
  const means = [...outputs].flatMap(([name, tokens]) => {
    const facts = catalog.resolve({ model: name });
    if (facts?.modes === undefined) return [];
    const mode = settleMode(facts.modes, facts.namedMode ?? facts.modes.default);
    return mode === undefined
      ? []
      : [{ facts, mode, mean: tokens.reduce((a, b) => a + b, 0) / tokens.length }];
  });
  const plain = new Map(
    means.flatMap(({ facts, mode, mean }) => (!thinksIn(mode) ? [[facts.id, mean] as const] : [])),
  );
  return means.flatMap(({ facts, mode, mean }) => {
    const visible = Math.min(plain.get(facts.id) ?? USUAL_VISIBLE, mean / 2);
    if (!thinksIn(mode) || mean - visible < THINKS_FROM) return [];
    return [{ model: facts.id, vendor: facts.vendor, mode, item: SCHOOL, hidden: mean - visible, visible }];
  });
}
