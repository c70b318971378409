// Sources of outcomes as boards: how a model did on one source, on the prompts it shares with the others there.
import { createCatalog } from "@signalbox/catalog";
import { identifyModel, SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import { languageSkillOf, skillOfSource } from "./benchmark-skills.ts";
import { createModeReader } from "./mode-of-setting.ts";
import type { Observation } from "./board-score.ts";
import { floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

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
