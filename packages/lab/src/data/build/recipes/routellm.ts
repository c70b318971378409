// RouteLLM's own evaluation: MMLU and GSM8K by right or wrong, MT-Bench by a judge, for the two models that it routes between.
// What its authors found in the training data of their routers keeps its own split, so that it can be left out.
import { join } from "node:path";
import { forEachCsvRow, invalidData } from "../../csv-rows.ts";
import {
  numberOf,
  readClonedFile,
  readJsonLines,
  textOf,
  type SourceRecipe,
  type SourceSink,
} from "../write-source.ts";

const MODELS = ["mistralai/Mixtral-8x7B-Instruct-v0.1", "gpt-4-1106-preview"] as const;
const SCORE_MAX = 10;

async function readContaminated(folder: string, benchmark: string): Promise<ReadonlySet<string>> {
  const name = join(folder, benchmark, "contaminated_prompts.jsonl");
  return new Set((await readJsonLines(name)).map((record) => textOf(record, "eval_prompt", name)));
}

const splitOf = (contaminated: ReadonlySet<string>, ...texts: readonly string[]): string =>
  texts.some((text) => contaminated.has(text)) ? "test_contaminated" : "test";

function truthOf(field: string, name: string, line: number): number {
  if (field === "True" || field === "False") return Number(field === "True");
  throw invalidData(name, line, `expected True or False, found "${field.slice(0, 40)}"`);
}

interface Graded {
  readonly path: string;
  readonly contaminated: ReadonlySet<string>;
  readonly describe: (prompt: string, row: number) => Omit<Parameters<SourceSink["prompt"]>[0], "split">;
}

async function readGraded({ path, contaminated, describe }: Graded, sink: SourceSink): Promise<void> {
  const file = await readClonedFile(path);
  let row = 0;
  forEachCsvRow(file, { required: ["prompt", ...MODELS] }, ([prompt = "", ...grades], line) => {
    const described = describe(prompt, row);
    sink.prompt({ ...described, split: splitOf(contaminated, prompt) });
    for (const [at, model] of MODELS.entries())
      sink.outcome({ id: described.id, model, score: truthOf(grades[at] ?? "", file.name, line) });
    row += 1;
  });
}

/** In the order in which the evaluation reads them: samples of our tables depend on it. */
async function readSubjects(folder: string): Promise<readonly string[]> {
  const { text, name } = await readClonedFile(join(folder, "mmlu/domains.py"));
  const subjects = Array.from(text.matchAll(/"([a-z_]+)"/g), ([, subject = ""]) => subject);
  if (subjects.length === 0) throw invalidData(name, undefined, "no subjects of MMLU are listed");
  return subjects;
}

async function readMmlu(folder: string, sink: SourceSink): Promise<void> {
  const contaminated = await readContaminated(folder, "mmlu");
  for (const subset of await readSubjects(folder)) {
    const describe: Graded["describe"] = (prompt, row) => ({
      id: `mmlu/${subset}/${row}`,
      dataset: "mmlu",
      prompt,
      subset,
    });
    const path = join(folder, "mmlu/responses", `mmlu_${subset}.csv`);
    await readGraded({ path, contaminated, describe }, sink);
  }
}

async function readGsm8k(folder: string, sink: SourceSink): Promise<void> {
  const contaminated = await readContaminated(folder, "gsm8k");
  const describe: Graded["describe"] = (prompt, row) => ({ id: `gsm8k/${row}`, dataset: "gsm8k", prompt });
  await readGraded({ path: join(folder, "gsm8k/gsm8k_responses.csv"), contaminated, describe }, sink);
}

/** Mean over the turns, by question and model. */
async function readJudgements(folder: string): Promise<(question: number, model: string) => number> {
  const name = join(folder, "mt_bench/judgements.jsonl");
  const scores = new Map<string, number[]>();
  for (const record of await readJsonLines(name)) {
    const key = `${numberOf(record, "question_id", name)} ${textOf(record, "model", name)}`;
    scores.set(key, [...(scores.get(key) ?? []), numberOf(record, "score", name)]);
  }
  return (question, model) => {
    const found = scores.get(`${question} ${model}`);
    if (found === undefined) throw invalidData(name, undefined, `no score of ${model} for ${question}`);
    return found.reduce((sum, score) => sum + score, 0) / found.length / SCORE_MAX;
  };
}

async function readMtBench(folder: string, sink: SourceSink): Promise<void> {
  const contaminated = await readContaminated(folder, "mt_bench");
  const scoreOf = await readJudgements(folder);
  const name = join(folder, "mt_bench/question.jsonl");
  for (const record of await readJsonLines(name)) {
    const question = numberOf(record, "question_id", name);
    const turns = Array.isArray(record["turns"]) ? record["turns"].map(String) : [];
    const [prompt = ""] = turns;
    const id = `mt_bench/${question}`;
    const subset = textOf(record, "category", name);
    sink.prompt({ id, dataset: "mt_bench", prompt, subset, turns, split: splitOf(contaminated, ...turns) });
    for (const model of MODELS) sink.outcome({ id, model, score: scoreOf(question, model) });
  }
}

export const routellm: SourceRecipe = {
  source: "routellm",
  repository: "https://github.com/lm-sys/RouteLLM",
  commit: "0b64fdafe049e596a3f5657c219329f24af24198",
  licence: "Apache-2.0",
  about: "MMLU, GSM8K and MT-Bench for gpt-4-1106-preview and Mixtral 8x7B",
  digests: {
    prompts: "adaa6d2bf33b5422912923961ecc860c67ac928b6840fded6d5f37a69e2932b8",
    outcomes: "7cf0f5bdc8c7c3b6d87ed58346a179eb67164225a4cd83c8727c38ef32a5a836",
  },
  read: async (folder, sink) => {
    const evals = join(folder, "routellm/evals");
    await readMmlu(evals, sink);
    await readGsm8k(evals, sink);
    await readMtBench(evals, sink);
  },
};
