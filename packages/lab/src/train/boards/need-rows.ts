// The rows that the need is fitted on: train prompts of every source with who succeeded at them, and everyday requests of the
// task atlas, of which no outcomes exist. Both are read as a request would be.
import { createCatalog } from "@signalbox/catalog";
import type { RoutingModel } from "@signalbox/engine";
import { needInputs, readMessages, type TaskReading } from "@signalbox/engine/internals";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { identifyModel, SPLIT, type Dataset } from "../../data/index.ts";
import type { Mode } from "./board-score.ts";
import { createModeReader } from "./outcome-observations.ts";

/** A model in a mode as a source calls it. */
export interface AnsweringModel {
  readonly id: string;
  readonly mode: Mode;
}

export interface Answer {
  readonly by: AnsweringModel;
  readonly score: number;
}

export interface NeedRow {
  readonly source: string;
  /** Group of near-duplicates, across sources. */
  readonly group: number;
  readonly task: TaskReading;
  readonly inputs: Float64Array;
  readonly answers: readonly Answer[];
}

export interface NeedRows {
  readonly rows: readonly NeedRow[];
  /** Inputs of everyday requests. */
  readonly everyday: readonly Float64Array[];
  /** Inputs of everyday requests in several wordings each. */
  readonly wordings: readonly (readonly Float64Array[])[];
}

interface NeedRowsRequest {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  /** With a task reader. */
  readonly model: Pick<RoutingModel, "converse" | "encode">;
  readonly atlas: Pick<Atlas, "entries" | "wordings">;
}

const PROMPTS_MAX = 400;
const SEED = 7;

interface Asked {
  readonly task: TaskReading;
  readonly inputs: Float64Array;
}

type Wire = Parameters<typeof readMessages>[0];

function readAsked(
  model: Pick<RoutingModel, "converse" | "encode">,
  messages: Wire,
  tools: readonly { readonly name: string }[],
): Asked {
  const encoding = model.encode(model.converse(readMessages(messages), tools));
  return { task: encoding.task, inputs: needInputs(encoding, encoding.task) };
}

const wireOf = ({ messages }: AtlasEntry): Wire =>
  messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );

/** Some train prompts of every source that has any. */
function drawPrompts({ dataset: { prompts, sources }, split }: NeedRowsRequest): ReadonlySet<number> {
  const drawn = new Set<number>();
  sources.forEach((_source, own) => {
    const rows: number[] = [];
    for (let row = 0; row < prompts.count; row += 1)
      if (prompts.source[row] === own && split[row] === SPLIT.train) rows.push(row);
    for (const row of shuffle(Int32Array.from(rows), splitmix32(SEED)).subarray(0, PROMPTS_MAX))
      drawn.add(row);
  });
  return drawn;
}

/** Base models are left out: nobody calls them for a chat. */
function answersOf(dataset: Dataset, drawn: ReadonlySet<number>): ReadonlyMap<number, Answer[]> {
  const catalog = createCatalog();
  const modeOf = createModeReader(catalog);
  const models = dataset.models.map((model): AnsweringModel | undefined => {
    const { id } = identifyModel(model, catalog);
    return id.startsWith("base:") ? undefined : { id, mode: modeOf(model.name, id) };
  });
  const answers = new Map<number, Answer[]>();
  const { outcomes } = dataset;
  for (let at = 0; at < outcomes.count; at += 1) {
    const prompt = outcomes.prompt[at]!;
    const by = models[outcomes.model[at]!];
    if (by === undefined || !drawn.has(prompt)) continue;
    const held = answers.get(prompt) ?? [];
    held.push({ by, score: outcomes.score[at]! });
    answers.set(prompt, held);
  }
  return answers;
}

/** Those that carry no text: what is carried is the same in every wording. */
function readWordings({ model, atlas }: NeedRowsRequest): Float64Array[][] {
  const groups = Map.groupBy(
    atlas.wordings.filter(({ carries }) => carries === undefined),
    ({ group }) => group,
  );
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ text }) => readAsked(model, [{ role: "user", content: text }], []).inputs));
}

export function readNeedRows(request: NeedRowsRequest): NeedRows {
  const { dataset, model, atlas } = request;
  const { prompts, sources } = dataset;
  const rows: NeedRow[] = [];
  for (const [prompt, answers] of answersOf(dataset, drawPrompts(request))) {
    const asked = readAsked(model, [{ role: "user", content: prompts.text[prompt]! }], []);
    const source = sources[prompts.source[prompt]!] ?? "";
    rows.push({ source, group: prompts.group[prompt]!, answers, ...asked });
  }
  const everyday = atlas.entries
    .filter(({ isHeldOut }) => !isHeldOut)
    .map(
      (entry) =>
        readAsked(
          model,
          wireOf(entry),
          entry.tools.map((name) => ({ name })),
        ).inputs,
    );
  return { rows, everyday, wordings: readWordings(request) };
}

/** Without the prompts of a source, and without those elsewhere that nearly equal one of them. */
export function needRowsWithout(all: NeedRows, source: string, { prompts, sources }: Dataset): NeedRows {
  const own = sources.indexOf(source);
  const groups = new Set<number>();
  for (let row = 0; row < prompts.count; row += 1)
    if (prompts.source[row] === own) groups.add(prompts.group[row]!);
  return { ...all, rows: all.rows.filter((row) => row.source !== source && !groups.has(row.group)) };
}
