// Shaberi: four benchmarks of everyday work in Japanese, each answer judged by up to six models. Some judges are milder than
// others and no answer has them all, so each judge's scores are brought to those of gpt-4.1 before they are averaged.
import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  tokensOf,
  type SourceRecipe,
  type SourceSink,
  listNames,
  readJsonLines,
  textOf,
  type JsonRecord,
} from "../write-source.ts";
import { SHABERI_MODELS } from "./shaberi-models.data.ts";

const JUDGEMENTS = "data/judgements";
/** Some early files hold other wordings of a few questions; these are the ones that the later judges read. */
const ASKED_IN = { judge: "judge_gpt-4.1-2025-04-14", file: "gpt-4o-2024-11-20.json" };

interface Benchmark {
  readonly folder: string;
  readonly name: string;
  readonly scoreMin: number;
  readonly scoreMax: number;
}

const BENCHMARKS: readonly Benchmark[] = [
  { folder: "elyza__ELYZA-tasks-100", name: "ELYZA-tasks-100", scoreMin: 1, scoreMax: 5 },
  { folder: "lightblue__tengu_bench", name: "tengu_bench", scoreMin: 0, scoreMax: 10 },
  { folder: "shisa-ai__ja-mt-bench-1shot", name: "ja-mt-bench-1shot", scoreMin: 1, scoreMax: 10 },
  { folder: "yuzuai__rakuda-questions", name: "rakuda-questions", scoreMin: 1, scoreMax: 10 },
];

interface Judge {
  readonly folder: string;
  readonly weight: number;
  /** Offset and slope for each benchmark, which bring its scores to gpt-4.1's; our tables were made with these. */
  readonly scales: readonly (readonly [offset: number, slope: number])[];
}

const AS_IT_IS = [0, 1] as const;
const JUDGES: readonly Judge[] = [
  { folder: ASKED_IN.judge, weight: 4, scales: [AS_IT_IS, AS_IT_IS, AS_IT_IS, AS_IT_IS] },
  {
    folder: "judge_gpt-5.1-2025-11-13",
    weight: 4,
    scales: [
      [0.1219, 0.9191],
      [0.0862, 1.005],
      [0.1466, 1.0523],
      [0.1038, 1.2272],
    ],
  },
  {
    folder: "judge_gpt-4-turbo-preview",
    weight: 2,
    scales: [
      [0.0064, 0.9797],
      [0.0162, 0.9508],
      [0.0007, 0.9802],
      [0.0687, 0.9106],
    ],
  },
  {
    folder: "judge_llmjudge-athenev2",
    weight: 1,
    scales: [
      [0.0392, 0.9812],
      [-0.0286, 1.0088],
      [-0.4101, 1.4632],
      [-0.2963, 1.3165],
    ],
  },
  {
    folder: "judge_llmjudge-llama33",
    weight: 1,
    scales: [
      [0.0755, 0.8902],
      [-0.1862, 1.1273],
      [-0.6062, 1.5704],
      [-0.3674, 1.2911],
    ],
  },
  {
    folder: "judge_llmjudge-tulu405",
    weight: 1,
    scales: [
      [-0.1644, 1.0943],
      [-0.165, 1.0976],
      [-0.5561, 1.5355],
      [-0.6768, 1.587],
    ],
  },
];

const toUnit = (value: number): number => Math.min(1, Math.max(0, value));

interface Answer {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** By judge: a second file of a model replaces what the first says. */
  readonly scores: Map<Judge, number>;
}

/** By prompt, then by model. */
type Answers = Map<string, Map<string, Answer>>;

const DIGEST_CHARS = 10;
const BENCHMARK_CHARS = 5;

function idOf({ name }: Benchmark, question: string): string {
  const digest = createHash("sha1").update(question).digest("hex").slice(0, DIGEST_CHARS);
  return `shaberi:${name.slice(0, BENCHMARK_CHARS)}:${digest}`;
}

const questionOf = (record: JsonRecord, name: string): string => textOf(record, "Question", name).trim();

/** Two benchmarks name their categories with a capital letter, one without, and one has none. */
function datasetOf({ name }: Benchmark, record: JsonRecord): string {
  const category = record["Category"] ?? record["category"];
  return typeof category === "string" ? `ja/${name}/${category}` : `ja/${name}`;
}

async function readPrompts(folder: string, sink: SourceSink): Promise<Answers> {
  const answers: Answers = new Map();
  for (const benchmark of BENCHMARKS) {
    const name = join(folder, JUDGEMENTS, ASKED_IN.judge, benchmark.folder, ASKED_IN.file);
    for (const record of await readJsonLines(name)) {
      const prompt = questionOf(record, name);
      const id = idOf(benchmark, prompt);
      sink.prompt({ id, dataset: datasetOf(benchmark, record), prompt });
      answers.set(id, new Map());
    }
  }
  return answers;
}

interface Judged {
  readonly judge: Judge;
  readonly benchmark: Benchmark;
  readonly model: string;
  readonly path: string;
}

async function readFile({ judge, benchmark, model, path }: Judged, answers: Answers): Promise<void> {
  const { scoreMin, scoreMax } = benchmark;
  const [offset, slope] = judge.scales[BENCHMARKS.indexOf(benchmark)] ?? AS_IT_IS;
  for (const record of await readJsonLines(path)) {
    const question = questionOf(record, path);
    const byModel = answers.get(idOf(benchmark, question));
    const score = record["score"];
    if (byModel === undefined || typeof score !== "number") continue;
    const answer = byModel.get(model) ?? {
      inputTokens: tokensOf(question),
      outputTokens: tokensOf(textOf(record, "ModelAnswer", path)),
      scores: new Map<Judge, number>(),
    };
    const unit = toUnit((score - scoreMin) / (scoreMax - scoreMin));
    answer.scores.set(judge, toUnit(offset + slope * unit));
    byModel.set(model, answer);
  }
}

async function* listFiles(folder: string): AsyncGenerator<Judged> {
  for (const judge of JUDGES)
    for (const benchmark of BENCHMARKS)
      for (const file of await listNames(folder, JUDGEMENTS, judge.folder, benchmark.folder)) {
        const model = SHABERI_MODELS.get(file.replace(/\.json$/, ""));
        const path = join(folder, JUDGEMENTS, judge.folder, benchmark.folder, file);
        if (model !== undefined) yield { judge, benchmark, model, path };
      }
}

function meanOf(scores: ReadonlyMap<Judge, number>): number {
  let sum = 0;
  let weights = 0;
  for (const [{ weight }, score] of scores) {
    sum += weight * score;
    weights += weight;
  }
  return sum / weights;
}

export const shaberiJa: SourceRecipe = {
  source: "shaberi_ja",
  repository: "https://github.com/shisa-ai/shaberi",
  commit: "f8cd7a040397cf37b2cd23ef224cfc97095ef756",
  licence: "Apache-2.0",
  about: "everyday work in Japanese, up to six judges brought to one scale, 166 models",
  digests: {
    prompts: "18a8ac0972c9e6ab918a7073dda29cb8a75b47d1d873007f2e718a938234ac95",
    outcomes: "7b6edefd2684720b47064058d3cba1b37912740a1fccd40733ae26c60b20eeaa",
  },
  read: async (folder, sink) => {
    const answers = await readPrompts(folder, sink);
    for await (const judged of listFiles(folder)) await readFile(judged, answers);
    for (const [id, byModel] of answers)
      for (const [model, { scores, ...tokens }] of byModel)
        sink.outcome({ id, model, score: toUnit(meanOf(scores)), ...tokens });
  },
};
