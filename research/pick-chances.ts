// How often the other of two models did better than the recommended one, beside the chance that was given to it. Judged by the
// scores of a source that the shipped artefact did not learn from: `node research/pick-chances.ts FOLDER SOURCE`.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { createEngine, loadRoutingModel, plainInput, readSelectRequest } from "@signalbox/engine";
import { pickChances, type PickChance } from "@signalbox/engine/internals";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { loadDataset } from "@signalbox/lab";

const PAIRS = 20_000;
const BINS = [0, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5];
const SEED = 42;

const [folder = "data", source = "ko_arena_hard"] = process.argv.slice(2);
const catalog = createCatalog();
const model = loadRoutingModel(await readShippedArtefact());
const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: {} });
const dataset = await loadDataset(folder);

interface Scored {
  readonly model: string;
  readonly score: number;
}

/** Scores of the models that the catalogue knows, by row of the prompt. */
function scoresByPrompt(): ReadonlyMap<number, readonly Scored[]> {
  const rows = new Map<number, Scored[]>();
  for (const [at, score] of dataset.outcomes.score.entries()) {
    const named = dataset.models[dataset.outcomes.model[at] ?? -1];
    if (named?.source !== source || catalog.resolve({ model: named.name }) === undefined) continue;
    const row = dataset.outcomes.prompt[at] ?? -1;
    const list = rows.get(row);
    if (list === undefined) rows.set(row, [{ model: named.name, score }]);
    else list.push({ model: named.name, score });
  }
  return rows;
}

const scored = [...scoresByPrompt()];
const random = splitmix32(SEED);
const draw = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

interface Tally {
  count: number;
  chance: number;
  better: number;
  equal: number;
}
const tallies: Tally[] = BINS.map(() => ({ count: 0, chance: 0, better: 0, equal: 0 }));

function judge(prompt: string, pair: readonly Scored[]): void {
  const body = { messages: prompt, llm_providers: pair.map((each) => each.model) };
  const { record } = engine.decide(plainInput(readSelectRequest(body, catalog)));
  const chances = new Map(pickChances(record).map(({ label, chance }: PickChance) => [label, chance]));
  const other = pair.find((each) => each.model !== record.label);
  const pick = pair.find((each) => each.model === record.label);
  const chance = chances.get(other?.model ?? "") ?? 0;
  const tally = tallies[BINS.findLastIndex((from) => chance >= from)];
  if (tally === undefined || other === undefined || pick === undefined) return;
  tally.count += 1;
  tally.chance += chance;
  tally.better += Number(other.score > pick.score);
  tally.equal += Number(other.score === pick.score);
}

for (let made = 0; made < PAIRS; made += 1) {
  const [row, list] = draw(scored) ?? [];
  if (row === undefined || list === undefined || list.length < 2) continue;
  const order = shuffle(Int32Array.from(list.keys()), random);
  const pair = [list[order[0] ?? 0], list[order[1] ?? 1]].filter((each) => each !== undefined);
  judge(dataset.prompts.text[row] ?? "", pair);
}

const share = (part: number, whole: number): string => (part / whole).toFixed(3);
process.stdout.write(
  "| chance of the other | pairs | mean chance | other better | equal |\n| --- | --: | --: | --: | --: |\n",
);
for (const [at, { count, chance, better, equal }] of tallies.entries())
  if (count > 0)
    process.stdout.write(
      `| ${BINS[at]} to ${BINS[at + 1] ?? 0.5} | ${count} | ${share(chance, count)} | ${share(better, count)} | ${share(equal, count)} |\n`,
    );
