// Logarithm of tokens a question = item + level + growth * place of the item, where level and growth of a run are sums of
// shrunk effects of its mode, its vendor, its model and itself. Ridge regression; the place of an item is its own effect.

import { type Mode, MODES, type ModelFacts, readName, settleMode } from "@signalbox/contracts";
import { medianOf, solvePositive } from "@signalbox/engine/numerics";
import { addAt } from "../arrays/value-at.ts";
import { join } from "node:path";
import type { Catalog } from "@signalbox/catalog";
import { forEachCsvRow, readTextFile } from "../data/csv-rows.ts";

// Runs of whole evaluations by model and mode: hidden and visible tokens a question, and the speed of each mode.

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

export interface ModeObservation {
  readonly model: string;
  readonly vendor: string;
  readonly mode: Mode;
  readonly item: string;
  /** Logarithm of tokens. */
  readonly value: number;
}

export type ModeSubject = Pick<ModeObservation, "model" | "vendor" | "mode">;

export interface ModeEffects {
  /** Level of the reference item. */
  levelOf(subject: ModeSubject): number;
  growthOf(subject: ModeSubject): number;
  /** Place of an item, over the reference. */
  placeOf(item: string): number;
  expect(subject: ModeSubject, item: string): number;
  /** Whether a run of exactly this model and mode was learned from; else whether another mode of the model was. */
  groundOf(subject: ModeSubject): "measured" | "sibling" | "family";
}

/** The item that all levels are stated on: graduate science, which nearly every model was asked. */
export const REFERENCE_ITEM = "gpqa";

/** Prior deviations of effects on level and on growth. */
const LEVEL_SD = { mode: 1, vendor: 0.4, model: 0.4, run: 0.3 } as const;
const GROWTH_SD = { mode: 0.2, vendor: 0.15, model: 0.15, run: 0.1 } as const;
const KINDS = ["mode", "vendor", "model", "run"] as const;
const NOISE = { first: 0.4, least: 0.12 } as const;
const ROUNDS = 3;
/** Median absolute deviation of a normal distribution, in deviations. */
const MAD = 0.6745;

const labelOf = (kind: (typeof KINDS)[number], { model, vendor, mode }: ModeSubject): string =>
  kind === "run" ? `run ${model} ${mode}` : `${kind} ${{ model, vendor, mode }[kind]}`;

class Columns {
  readonly index = new Map<string, number>();
  readonly penalties: number[] = [];

  add(label: string, sd: number): number {
    const known = this.index.get(label);
    if (known !== undefined) return known;
    this.index.set(label, this.penalties.length);
    this.penalties.push(1 / (sd * sd));
    return this.penalties.length - 1;
  }
}

interface DesignRow {
  readonly item: number;
  readonly level: readonly number[];
  readonly growth: readonly number[];
}

function addRow(columns: Columns, observation: ModeObservation, hasGrowth: boolean): DesignRow {
  const labels = KINDS.map((kind) => ({ kind, label: labelOf(kind, observation) }));
  return {
    item: columns.add(`item ${observation.item}`, 10),
    level: labels.map(({ kind, label }) => columns.add(label, LEVEL_SD[kind])),
    growth: hasGrowth
      ? labels.map(({ kind, label }) => columns.add(`growth of ${label}`, GROWTH_SD[kind]))
      : [],
  };
}

interface Problem {
  readonly rows: readonly DesignRow[];
  readonly values: readonly number[];
  readonly penalties: readonly number[];
}

function solve(
  { rows, values, penalties }: Problem,
  places: Float64Array,
  noises: Float64Array,
): Float64Array {
  const size = penalties.length;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  penalties.forEach((penalty, at) => (matrix[at * size + at] = penalty));
  rows.forEach(({ item, level, growth }, at) => {
    const place = places[item] ?? 0;
    const weight = 1 / (noises[item] ?? NOISE.first) ** 2;
    const ids = [item, ...level, ...growth];
    ids.forEach((row, i) => {
      const left = weight * (i > level.length ? place : 1);
      addAt(right, row, left * (values[at] ?? 0));
      ids.forEach((column, j) => {
        if (column <= row) addAt(matrix, row * size + column, left * (j > level.length ? place : 1));
      });
    });
  });
  return solvePositive(matrix, right);
}

function expectRow({ item, level, growth }: DesignRow, effects: Float64Array, place: number): number {
  const sum = (ids: readonly number[]): number => ids.reduce((total, id) => total + (effects[id] ?? 0), 0);
  return (effects[item] ?? 0) + sum(level) + place * sum(growth);
}

/** @param hasGrowth whether runs differ in how much more they spend on harder items */
export function fitModeEffects(observations: readonly ModeObservation[], hasGrowth = true): ModeEffects {
  const columns = new Columns();
  const rows = observations.map((observation) => addRow(columns, observation, hasGrowth));
  const { index, penalties } = columns;
  const problem = { rows, values: observations.map(({ value }) => value), penalties };
  const places = new Float64Array(penalties.length);
  const noises = new Float64Array(penalties.length).fill(NOISE.first);
  const reference = index.get(`item ${REFERENCE_ITEM}`) ?? 0;
  const items = [...new Set(rows.map(({ item }) => item))];
  for (const item of items)
    places[item] = medianOf(
      observations.filter((_, at) => rows[at]?.item === item).map(({ value }) => value),
    );
  centre(places, items, reference);
  let effects = new Float64Array(penalties.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    effects = Float64Array.from(solve(problem, places, noises));
    for (const item of items) {
      const misses = rows.flatMap((row, at) =>
        row.item === item
          ? [Math.abs((problem.values[at] ?? 0) - expectRow(row, effects, places[item] ?? 0))]
          : [],
      );
      noises[item] = Math.max(NOISE.least, medianOf(misses) / MAD);
    }
    for (const item of items) places[item] = effects[item] ?? 0;
    centre(places, items, reference);
  }
  return readEffects(effects, { index, places, reference });
}

function centre(places: Float64Array, items: readonly number[], reference: number): void {
  const zero = places[reference] ?? 0;
  for (const item of items) addAt(places, item, -zero);
}

interface Fitted {
  readonly index: ReadonlyMap<string, number>;
  readonly places: Float64Array;
  readonly reference: number;
}

function readEffects(effects: Float64Array, { index, places, reference }: Fitted): ModeEffects {
  const effectOf = (label: string): number => effects[index.get(label) ?? -1] ?? 0;
  const levelOf: ModeEffects["levelOf"] = (subject) =>
    (effects[reference] ?? 0) + KINDS.reduce((sum, kind) => sum + effectOf(labelOf(kind, subject)), 0);
  const growthOf: ModeEffects["growthOf"] = (subject) =>
    1 + KINDS.reduce((sum, kind) => sum + effectOf(`growth of ${labelOf(kind, subject)}`), 0);
  const placeOf = (item: string): number => places[index.get(`item ${item}`) ?? -1] ?? 0;
  return {
    levelOf,
    growthOf,
    placeOf,
    expect: (subject, item) => levelOf(subject) + growthOf(subject) * placeOf(item),
    groundOf: (subject) => {
      if (index.has(labelOf("run", subject))) return "measured";
      return MODES.some((mode) => index.has(labelOf("run", { ...subject, mode }))) ? "sibling" : "family";
    },
  };
}

const observe = (run: ModeRun, value: number): ModeObservation => ({ ...run, value: Math.log(value) });

export interface BothEffects {
  readonly hidden: ModeEffects;
  readonly visible: ModeEffects;
}

export function fitBoth(runs: readonly ModeRun[]): BothEffects {
  const thinking = runs.filter(({ mode, hidden }) => thinksIn(mode) && hidden > 0);
  return {
    hidden: fitModeEffects(thinking.map((run) => observe(run, run.hidden))),
    visible: fitModeEffects(
      runs.map((run) => observe(run, Math.max(1, run.visible))),
      false,
    ),
  };
}
