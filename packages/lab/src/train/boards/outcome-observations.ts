// Sources of outcomes as boards: how a model did on one source, on the prompts it shares with the others there.

import { createCatalog, type Catalog } from "@signalbox/catalog";
import { identifyModel, SPLIT, type Dataset } from "../../data/index.ts";
import { languageSkillOf, skillOfSource } from "./benchmark-skills.ts";
import { type Observation, MODES, type Mode } from "./board-score.ts";
import { floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";
import type { ModelFacts } from "@signalbox/contracts";

// The mode of a model that a board's setting or a source's model name states. What belongs to the model's own name is no mode.

const WORD = (words: string): RegExp => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`);

/** First match decides: an effort says more than "thinking". */
const RULES: readonly (readonly [RegExp, Mode])[] = [
  [WORD("non-?reasoning|non-?thinking|no-?think(?:ing)?|0k"), "none"],
  [WORD("x-?high|max"), "xhigh"],
  [WORD("minimal"), "minimal"],
  [/(?<![a-z])high(?:thinking)?(?![a-z])|(?<!\d)(?:16|20|24|27|32|60|64|128)k(?![a-z0-9])/, "high"],
  [WORD("med(?:ium)?|8k"), "medium"],
  [WORD("low|1k|2k|4k"), "low"],
  [WORD("thinking|think|reasoning"), "thinking"],
];
const OWN_WORDS = /thinking|reasoning|medium|max|high|\d+k/g;

/** @param model canonical id, whose own words ("qwen3-max", "kimi-k2-thinking") are passed over */
export function modeOfSetting(setting: string, model: string): Mode {
  const own = model.toLowerCase().match(OWN_WORDS) ?? [];
  const text = own.reduce((left, word) => left.replaceAll(word, " "), setting.toLowerCase());
  return RULES.find(([pattern]) => pattern.test(text))?.[1] ?? "default";
}

/** Modes in which a model hardly thinks: boards that state none have asked such a model for thought as often as not. */
const PLAIN: ReadonlySet<string> = new Set(["default", "none", "minimal"]);

/** The mode in which a call without one thinks; "default" where it does not think, or where that is unknown. */
export function calledMode(facts: Pick<ModelFacts, "modes"> | undefined): Mode {
  const called = MODES.find((mode) => mode === facts?.modes?.default) ?? "default";
  return PLAIN.has(called) ? "default" : called;
}

/** As `modeOfSetting`; where nothing is stated, the mode in which the model thinks by default. */
export function createModeReader(catalog: Pick<Catalog, "get">): typeof modeOfSetting {
  const known = new Map<string, Mode>();
  return (setting, model) => {
    const stated = modeOfSetting(setting, model);
    if (stated !== "default") return stated;
    const called = known.get(model) ?? calledMode(catalog.get(model));
    known.set(model, called);
    return called;
  };
}

/** A model's rows in one source count as this many at most: more rows tell no more of other work. */
const ROWS_MAX = 400;
const ROUNDS = 10;

interface Cell {
  readonly prompt: number;
  readonly model: number;
  readonly score: number;
}

interface Means {
  readonly mean: ReadonlyMap<number, number>;
  readonly count: ReadonlyMap<number, number>;
}

/** Mean score of every model as if all had answered all prompts: prompt and model effects, by alternating means. */
function adjustedMeans(cells: readonly Cell[]): Means {
  const effect = new Map<number, number>();
  const count = new Map<number, number>();
  for (const { model } of cells) count.set(model, (count.get(model) ?? 0) + 1);
  let level = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const easeOf = averageBy(
      cells,
      ({ prompt }) => prompt,
      ({ model, score }) => score - (effect.get(model) ?? 0),
    );
    const own = averageBy(
      cells,
      ({ model }) => model,
      ({ prompt, score }) => score - (easeOf.get(prompt) ?? 0),
    );
    const centre = mean([...own.values()]);
    for (const [model, value] of own) effect.set(model, value - centre);
    level = mean([...easeOf.values()]);
  }
  return { mean: new Map(Array.from(effect, ([model, value]) => [model, level + value])), count };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function averageBy(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => number,
  valueOf: (cell: Cell) => number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const cell of cells) {
    const held = sums.get(keyOf(cell)) ?? { sum: 0, count: 0 };
    held.sum += valueOf(cell);
    held.count += 1;
    sums.set(keyOf(cell), held);
  }
  return new Map(Array.from(sums, ([key, { sum, count }]) => [key, sum / count]));
}

/** Train outcomes by source. Prompts of other splits are never touched. */
function cellsBySource(dataset: Dataset, split: Uint8Array): ReadonlyMap<string, Cell[]> {
  const { outcomes, prompts, sources } = dataset;
  const cells = new Map<string, Cell[]>();
  for (let row = 0; row < outcomes.count; row += 1) {
    const prompt = wholeAt(outcomes.prompt, row);
    if (split[prompt] !== SPLIT.train) continue;
    const source = sources[wholeAt(prompts.source, prompt)] ?? "";
    const held = cells.get(source) ?? [];
    held.push({ prompt, model: wholeAt(outcomes.model, row), score: floatAt(outcomes.score, row) });
    cells.set(source, held);
  }
  return cells;
}

export function observeOutcomes(dataset: Dataset, split: Uint8Array): readonly Observation[] {
  const catalog = createCatalog();
  const modeOf = createModeReader(catalog);
  const observations: Observation[] = [];
  for (const [source, cells] of cellsBySource(dataset, split)) {
    const { mean: means, count } = adjustedMeans(cells);
    for (const [model, value] of means) {
      const named = valueAt(dataset.models, model);
      const { id } = identifyModel(named, catalog);
      if (id.startsWith("base:")) continue;
      const rows = Math.min(ROWS_MAX, count.get(model) ?? 0);
      const share = (Math.min(0.995, Math.max(0.005, value)) * rows + 0.5) / (rows + 1);
      observations.push({
        model: id,
        mode: modeOf(named.name, id),
        item: `outcomes:${source}`,
        benchmark: `outcomes:${source}`,
        skill: skillOfSource(source),
        languageSkill: languageSkillOf(source),
        family: `outcomes:${source}`,
        value: Math.log(share / (1 - share)),
        variance: 1 / (rows * share * (1 - share)),
        trust: 1,
      });
    }
  }
  return observations;
}

export const isOutcome = ({ item }: Pick<Observation, "item">): boolean => item.startsWith("outcomes:");
