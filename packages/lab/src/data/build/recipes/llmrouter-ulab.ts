// LLMRouter's routing data: fourteen tasks for nine small models, with the scores that its routers learn from. The questions
// lie a second time in the repository, with the task that each belongs to.
import { join } from "node:path";
import { isRecord } from "@signalbox/contracts";
import { invalidData } from "../../csv-rows.ts";
import {
  readJsonLines,
  readJsonList,
  textOf,
  unitScoreOf,
  type SourceRecipe,
  type SourceSink,
} from "../write-source.ts";

const SPLITS = ["train", "test"] as const;
const SCORES = "data/dcrouter_preprocessed";
const QUESTIONS = "data/example_data/query_data";

/** A question that two tasks ask counts for the later one. */
async function readTasks(folder: string, split: string): Promise<ReadonlyMap<string, string>> {
  const name = join(folder, QUESTIONS, `default_query_${split}.jsonl`);
  const records = await readJsonLines(name);
  return new Map(records.map((record) => [textOf(record, "query", name), textOf(record, "task_name", name)]));
}

async function readSplit(folder: string, split: string, sink: SourceSink): Promise<void> {
  const tasks = await readTasks(folder, split);
  const name = join(folder, SCORES, `${split}.json`);
  for (const [row, record] of (await readJsonList(name)).entries()) {
    const id = `ulab/${split}/${row}`;
    const prompt = textOf(record, "question", name);
    const dataset = tasks.get(prompt);
    const { scores } = record;
    if (dataset === undefined) throw invalidData(name, undefined, `no task has the question in row ${row}`);
    if (!isRecord(scores)) throw invalidData(name, undefined, `"scores" must be an object in row ${row}`);
    sink.prompt({ id, dataset, prompt, split });
    for (const model of Object.keys(scores))
      sink.outcome({ id, model, score: unitScoreOf(scores, model, name) });
  }
}

export const llmrouterUlab: SourceRecipe = {
  source: "llmrouter_ulab",
  repository: "https://github.com/ulab-uiuc/LLMRouter",
  commit: "4e7a796942ce26e9d5f2b93191c7c2585c99c2e3",
  licence: "MIT",
  about: "fourteen tasks for nine small models",
  digests: {
    prompts: "05e29e9a727a74d7a7bcf8c4461fb2f08a5967db06d7e4e12999019ab478b430",
    outcomes: "4aa5eabaa590e06fb0e36d9c6f322572f36e99ea47ebcb8dfec406e5344702bf",
  },
  read: async (folder, sink) => {
    for (const split of SPLITS) await readSplit(folder, split, sink);
  },
};
