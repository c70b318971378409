// Every source of outcomes in turn never learned from: what the top of our abilities scores there, beside public leaderboards.
// Command: node research/studies/abilities/measure-abilities.ts --data DIR
import { parseArgs } from "node:util";
import { createCatalog } from "@signalbox/catalog";
import { identifyModel, loadDataset, SPLIT } from "../../../packages/lab/src/data/index.ts";
import type { Dataset } from "../../../packages/lab/src/data/index.ts";
import { fitAbilitySection } from "../../../packages/lab/src/train/boards/fit-abilities.ts";
import type { AbilityRow } from "../../../packages/lab/src/train/boards/build-ability-rows.ts";
import type { Observation } from "../../../packages/lab/src/train/boards/board-score.ts";
import { listObservations, withoutSource } from "../../../packages/lab/src/train/boards/list-observations.ts";
import { modeOfSetting } from "../../../packages/lab/src/train/boards/mode-of-setting.ts";
import { isOutcome } from "../../../packages/lab/src/train/boards/outcome-observations.ts";
import { drawSets, meanOfBest, meanOfTop } from "./pick-by-rank.ts";
import type { PromptAnswers, Ranking } from "./pick-by-rank.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

const PROMPTS_MAX = 400;
const SETS = [
  { name: "all candidates", size: undefined },
  { name: "sets of five", size: 5 },
  { name: "sets of two", size: 2 },
] as const;
/** Doubt that counts against a model when one is put on top. */
const RISK = 0.3;

interface Named {
  readonly id: string;
  readonly mode: string;
}

/** The part of a source that counts: which prompts and models count. */
interface Kept {
  readonly split: Uint8Array;
  readonly isModel: (model: number) => boolean;
}

function answersOf(dataset: Dataset, source: number, { split, isModel }: Kept): readonly PromptAnswers[] {
  const { outcomes, prompts } = dataset;
  const byPrompt = new Map<number, { models: number[]; scores: number[] }>();
  for (let row = 0; row < outcomes.count; row += 1) {
    const prompt = valueAt(outcomes.prompt, row);
    if (
      prompts.source[prompt] !== source ||
      split[prompt] === SPLIT.dropped ||
      !isModel(valueAt(outcomes.model, row))
    )
      continue;
    const held = byPrompt.get(prompt) ?? { models: [], scores: [] };
    held.models.push(valueAt(outcomes.model, row));
    held.scores.push(valueAt(outcomes.score, row));
    byPrompt.set(prompt, held);
  }
  const all = [...byPrompt.values()];
  const step = Math.max(1, all.length / PROMPTS_MAX);
  return Array.from({ length: Math.min(all.length, PROMPTS_MAX) }, (_, index) =>
    valueAt(all, Math.floor(index * step)),
  );
}

function rankByAbility(rows: readonly AbilityRow[], named: readonly Named[]): Ranking {
  const placeOf = ({ mean, packed }: AbilityRow): number =>
    valueAt(mean, 0) - RISK * Math.sqrt(valueAt(packed, 0));
  const places = new Map(rows.map((row) => [`${row.model} ${row.mode}`, placeOf(row)]));
  return (model) => {
    const { id, mode } = valueAt(named, model);
    return places.get(`${id} ${mode}`) ?? places.get(`${id} default`);
  };
}

/** A leaderboard as its readers see it: the best line of a model. */
function rankByBoard(
  observations: readonly Observation[],
  benchmark: string,
  named: readonly Named[],
): Ranking {
  const best = new Map<string, number>();
  for (const each of observations)
    if (each.benchmark === benchmark)
      best.set(each.model, Math.max(best.get(each.model) ?? -Infinity, each.value));
  return (model) => best.get(valueAt(named, model).id);
}

function rankInHindsight(answers: readonly PromptAnswers[]): Ranking {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { models, scores } of answers)
    models.forEach((model, index) => {
      const held = sums.get(model) ?? { sum: 0, count: 0 };
      sums.set(model, { sum: held.sum + valueAt(scores, index), count: held.count + 1 });
    });
  return (model) => {
    const { sum = 0, count = 1 } = sums.get(model) ?? {};
    return sum / count;
  };
}

const { values } = parseArgs({ options: { data: { type: "string", default: "data" } } });
const dataset = await loadDataset(values.data);
const split = dataset.splits?.benchmark ?? new Uint8Array(dataset.prompts.count);
// A source that is judged is left out whole, so every row of the others may teach.
const isLearnable = split.map((code) => (code === SPLIT.dropped ? SPLIT.dropped : SPLIT.train));
const observations = await listObservations({ dataDir: values.data, dataset, split: isLearnable });
const catalog = createCatalog();
const named = dataset.models.map((model): Named => {
  const { id } = identifyModel(model, catalog);
  return { id, mode: modeOfSetting(model.name, id) };
});

const isModel = (model: number): boolean => !valueAt(named, model).id.startsWith("base:");
const totals = new Map<string, number[]>();
for (const [source, name] of dataset.sources.entries()) {
  const answers = answersOf(dataset, source, { split, isModel });
  const left = withoutSource(observations, name);
  const rankings: readonly (readonly [string, Ranking])[] = [
    ["random", () => 0],
    ["intelligence index", rankByBoard(observations, "aa_intelligence_index", named)],
    ["arena Elo, style control", rankByBoard(observations, "arena_elo_style_control", named)],
    [
      "ours, boards alone",
      rankByAbility(fitAbilitySection(left.filter((each) => !isOutcome(each))).rows, named),
    ],
    ["ours, boards and outcomes", rankByAbility(fitAbilitySection(left).rows, named)],
    ["best single in hindsight", rankInHindsight(answers)],
  ];
  const sets = SETS.map(({ size }) => drawSets(answers, { size, draws: 4, seed: 42 }));
  const add = (method: string, figures: number[]): void => {
    const held = totals.get(method) ?? figures.map(() => 0);
    totals.set(
      method,
      held.map((sum, index) => sum + valueAt(figures, index) / dataset.sources.length),
    );
    console.log(`${name}\t${method}\t${figures.map((figure) => figure.toFixed(3)).join("\t")}`);
  };
  for (const [method, ranking] of rankings)
    add(
      method,
      sets.map((each) => meanOfTop(each, ranking)),
    );
  add("oracle", sets.map(meanOfBest));
}
console.log(`\n| ${dataset.sources.length} sources | ${SETS.map((set) => set.name).join(" | ")} |`);
for (const [method, figures] of totals)
  console.log(`| ${method} | ${figures.map((figure) => figure.toFixed(4)).join(" | ")} |`);
