// Every recipe on a small clone of our own in the layout of its repository.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { loadDataset } from "../load-dataset.ts";
import type { Dataset } from "../dataset.ts";
import { buildSource } from "./build-source.ts";
import { jsonLines, makeClone, type CloneFiles } from "./clone.suite.ts";
import { SOURCE_RECIPES } from "./recipes/index.ts";

async function build(t: TestContext, source: string, files: CloneFiles): Promise<Dataset> {
  const from = await makeClone(t, files);
  const to = await makeClone(t, {});
  await buildSource({ source, from, to, isAnyCommit: true });
  return loadDataset(to);
}

/** "prompt id, model: score" of every outcome. */
const outcomesOf = ({ prompts, models, outcomes }: Dataset): string[] =>
  Array.from(
    outcomes.score,
    (score, row) =>
      `${prompts.id[outcomes.prompt[row] ?? -1]}, ${models[outcomes.model[row] ?? -1]?.name}: ${Math.round(score * 1000) / 1000}`,
  );

const PAIR = "mistralai/Mixtral-8x7B-Instruct-v0.1,gpt-4-1106-preview";
const EVALS = "routellm/evals";
const MADE_ROUTELLM: CloneFiles = {
  [`${EVALS}/mmlu/responses/mmlu_virology.csv`]: `prompt,${PAIR}\n"How small, roughly?\nA. Very\nAnswer:",False,True\nSeen before,True,True\n`,
  [`${EVALS}/mmlu/domains.py`]: 'ALL_MMLU_DOMAINS = [\n    "virology",\n]\n',
  [`${EVALS}/mmlu/contaminated_prompts.jsonl`]: jsonLines({ eval_prompt: "Seen before" }),
  [`${EVALS}/gsm8k/gsm8k_responses.csv`]: `prompt,${PAIR},a_response\nTwo and two?,True,False,"Four, I think"\n`,
  [`${EVALS}/gsm8k/contaminated_prompts.jsonl`]: "",
  [`${EVALS}/mt_bench/contaminated_prompts.jsonl`]: jsonLines({ eval_prompt: "Second turn" }),
  [`${EVALS}/mt_bench/question.jsonl`]: jsonLines({
    question_id: 81,
    category: "writing",
    turns: ["Write", "Second turn"],
  }),
  [`${EVALS}/mt_bench/judgements.jsonl`]: jsonLines(
    { question_id: 81, model: "gpt-4-1106-preview", score: 9, turn: 1 },
    { question_id: 81, model: "gpt-4-1106-preview", score: 8, turn: 2 },
    { question_id: 81, model: "mistralai/Mixtral-8x7B-Instruct-v0.1", score: 5, turn: 1 },
  ),
};

test("RouteLLM: grades and judgements of both models, what was trained on marked", async (t) => {
  const dataset = await build(t, "routellm", MADE_ROUTELLM);
  const mixtral = "mistralai/Mixtral-8x7B-Instruct-v0.1";
  assert.deepEqual(outcomesOf(dataset), [
    `mmlu/virology/0, ${mixtral}: 0`,
    "mmlu/virology/0, gpt-4-1106-preview: 1",
    `mmlu/virology/1, ${mixtral}: 1`,
    "mmlu/virology/1, gpt-4-1106-preview: 1",
    `gsm8k/0, ${mixtral}: 1`,
    "gsm8k/0, gpt-4-1106-preview: 0",
    `mt_bench/81, ${mixtral}: 0.5`,
    "mt_bench/81, gpt-4-1106-preview: 0.85",
  ]);
  assert.deepEqual(dataset.prompts.sourceSplit, ["test", "test_contaminated", "test", "test_contaminated"]);
  assert.deepEqual(dataset.prompts.text.at(0), "How small, roughly?\nA. Very\nAnswer:");
  assert.deepEqual(dataset.taskNames, ["mmlu", "gsm8k", "mt_bench"]);
});

const gymTask = (question: string, score: number): string =>
  JSON.stringify({
    name: "sums",
    category: "arithmetic",
    results: [
      { question: "1 + 1?", mean_score: score, completions: [{ full_model_response: "Two." }] },
      { question, mean_score: 1 / 3, completions: [] },
    ],
  });

test("Reasoning Gym: runs of one task share its prompts, and a run that drew others adds its own", async (t) => {
  const runs = "reasoninggym-paper-experiments/zero-shot";
  const dataset = await build(t, "reasoning_gym", {
    [`${runs}/easy/openai_o3-mini_20250315_181742/arithmetic/sums.json`]: gymTask("2 + 2?", 1),
    [`${runs}/easy/openai_o3-mini_20250315_181742/summary.json`]: "{}",
    [`${runs}/easy/qwen_qwq-32b_20250316_144841/arithmetic/sums.json`]: gymTask("3 + 3?", 0),
    [`${runs}/hard/README.md`]: "no run",
  });
  assert.deepEqual(outcomesOf(dataset), [
    "rgym/easy/sums/0, openai/o3-mini: 1",
    "rgym/easy/sums/1, openai/o3-mini: 0.333",
    "rgym/easy/sums/0, qwen/qwq-32b: 0",
    "rgym/easy/sums/1-7b1ce4, qwen/qwq-32b: 0.333",
  ]);
  assert.deepEqual(dataset.prompts.subset.at(0), "arithmetic/sums");
  assert.ok((dataset.outcomes.outputTokens[0] ?? 0) > 0);
});

test("Ko-Arena-Hard: both games count with their sides, and one without a verdict does not", async (t) => {
  const data = "data/ko-arena-hard-v0.1";
  const judged = (id: string, ...scores: readonly string[]) => ({
    question_id: id,
    games: scores.map((score) => ({ score })),
  });
  const dataset = await build(t, "ko_arena_hard", {
    [`${data}/question.jsonl`]: jsonLines(
      ...["a", "b", "c"].map((id) => ({
        question_id: id,
        cluster: "letters",
        turns: [{ content: `문자 ${id}` }],
      })),
    ),
    [`${data}/model_answer/kestrel-1.jsonl`]: jsonLines({
      question_id: "a",
      choices: [{ turns: [{ content: "답변입니다" }] }],
    }),
    [`${data}/model_judgment/ensemble/kestrel-1.jsonl`]: jsonLines(
      judged("a", "B>>A", "A>B"),
      judged("b", "A>B", "ERROR"),
      judged("c", "ERROR", "ERROR"),
    ),
  });
  assert.deepEqual(outcomesOf(dataset), ["koah_a, kestrel-1: 0.875", "koah_b, kestrel-1: 0.25"]);
  assert.ok((dataset.outcomes.outputTokens[0] ?? 0) > 0);
  assert.ok(Number.isNaN(dataset.outcomes.outputTokens[1]));
});

test("KOR-Bench: a prompt is the rule with its question, and grades come from the evaluation", async (t) => {
  const fields = ["cipher", "counterfactual", "logic", "operation", "puzzle"];
  const asked = fields.map((field) => [
    `results/0923_main/DeepSeek-V2.5_${field}_zero-shot.jsonl`,
    jsonLines({ idx: "1", rule_content: `Rule of ${field}.`, question: "What follows?" }),
  ]);
  const dataset = await build(t, "kor_bench", {
    ...(Object.fromEntries(asked) as CloneFiles),
    "eval/results/0923_main/evaluation_Kestrel-7B_cipher_three-shot.jsonl.json": JSON.stringify([
      { idx: "1", response: "[[N]]", is_correct: true },
      { "overall accuracy": 1 },
    ]),
    "eval/results/0923_main/evaluation_Kestrel-7B-Chat_logic_zero-shot.jsonl.json": JSON.stringify([
      { idx: "1", response: null, is_correct: false },
    ]),
  });
  assert.deepEqual(outcomesOf(dataset), ["kor/logic/1, Kestrel-7B-Chat: 0", "kor/cipher/1, Kestrel-7B: 1"]);
  assert.equal(dataset.prompts.text[0], "### Rule:\nRule of cipher.\n\n### Question:\nWhat follows?");
});

test("pfgen: the best run in which a model was asked stands for it, and scores above 1 are 1", async (t) => {
  const run = (mode: string, score: number) =>
    JSON.stringify({
      config: { mode },
      score,
      questions: {
        Q01: { question: "なぜ？", score, samples: [{ answer: "理由です" }, { answer: "はい" }] },
      },
    });
  const dataset = await build(t, "pfgen", {
    "result/.gitignore": "*.tmp",
    "result/acme/kestrel-7b/1a/result.json": run("qa", 0.4),
    "result/acme/kestrel-7b/2b/result.json": run("chat", 0.7),
    "result/acme/kestrel-7b/3c/result.json": run("completion", 0.9),
    "result/acme/owl-70b/4d/result.json": run("qa", 1.02),
    "result/acme/owl-70b/6f/config.json": "{}",
    "result/acme/base-7b/5e/result.json": run("completion", 0.9),
  });
  assert.deepEqual(outcomesOf(dataset), ["pfgen_Q01, acme/kestrel-7b: 0.7", "pfgen_Q01, acme/owl-70b: 1"]);
  assert.ok((dataset.outcomes.outputTokens[0] ?? 0) > 0);
});

const ULAB = { scores: "data/dcrouter_preprocessed", questions: "data/example_data/query_data" };
const ulabRow = (question: string, low: number, high: number) => ({
  question,
  scores: { "owl-7b": low, "kestrel-70b": high },
});
const MADE_ULAB: CloneFiles = {
  [`${ULAB.scores}/train.json`]: JSON.stringify([ulabRow("2 + 2?", 0, 1), ulabRow("Who?", 0.25, 0.5)]),
  [`${ULAB.scores}/test.json`]: JSON.stringify([ulabRow("3 + 3?", 1, 1)]),
  [`${ULAB.questions}/default_query_train.jsonl`]: jsonLines(
    { query: "Who?", task_name: "trivia_qa" },
    { query: "2 + 2?", task_name: "gsm8k" },
  ),
  [`${ULAB.questions}/default_query_test.jsonl`]: jsonLines({ query: "3 + 3?", task_name: "math" }),
};

test("LLMRouter: every question has its split, its scores, and the task that lists it", async (t) => {
  const dataset = await build(t, "llmrouter_ulab", MADE_ULAB);
  assert.deepEqual(outcomesOf(dataset), [
    "ulab/train/0, owl-7b: 0",
    "ulab/train/0, kestrel-70b: 1",
    "ulab/train/1, owl-7b: 0.25",
    "ulab/train/1, kestrel-70b: 0.5",
    "ulab/test/0, owl-7b: 1",
    "ulab/test/0, kestrel-70b: 1",
  ]);
  assert.deepEqual(dataset.taskNames, ["gsm8k", "trivia_qa", "math"]);
  assert.deepEqual(dataset.prompts.sourceSplit, ["train", "train", "test"]);
});

test("LLMRouter: a question that no task lists is a fault with its row", async (t) => {
  const name = `${ULAB.questions}/default_query_test.jsonl`;
  await assert.rejects(
    build(t, "llmrouter_ulab", { ...MADE_ULAB, [name]: "" }),
    /test\.json: no task has the question in row 0/,
  );
});

const CASE_REPORTS = "leaderboard/public/data/evaluation_case_reports";
const sqlCase = (sql: string, verdict: string, question = `Improve: ${sql}`) => ({
  case_content: JSON.stringify({ sql }),
  case_eval_result: verdict,
  mode_question: question,
  model_answers: [{ model_answer: "SELECT 1;" }, { model_answer: { rows: 1 } }],
});
const sqlReport = (indicators: Readonly<Record<string, readonly object[]>>): string =>
  JSON.stringify(
    Object.entries(indicators).map(([name, cases]) => ({
      indicator_name: `${name}.jsonl`,
      case_datas: cases,
    })),
  );

test("SCALE: the latest verdict counts, an optimisation has three weighted parts, and programs are left out", async (t) => {
  const june = `${CASE_REPORTS}/eval_run_case_2026-06`;
  const dataset = await build(t, "scale_sql", {
    [`${CASE_REPORTS}/eval_run_case_2025-06/sql_optimization/owl-1t.json`]: sqlReport({
      logical_equivalence: [sqlCase("SELECT a", "Pass"), sqlCase("SELECT old", "Pass")],
    }),
    [`${june}/sql_optimization/owl-1T.json`]: sqlReport({
      logical_equivalence: [sqlCase("SELECT  a", "Fail", "Improve this: SELECT a")],
      syntax_error_detection: [sqlCase("SELECT a", "Pass")],
      optimization_depth: [sqlCase("SELECT a", "Pass"), sqlCase("SELECT a", "Fail")],
      big_sql_conversion: [sqlCase("SELECT c", "Fail")],
    }),
    [`${june}/sql_optimization/sqlflash.json`]: sqlReport({
      logical_equivalence: [sqlCase("SELECT a", "Pass")],
    }),
    [`${june}/sql_understanding/kestrel.json`]: sqlReport({
      explain_detection: [sqlCase("SELECT a", "Pass", "Explain: SELECT a")],
    }),
  });
  const scores = outcomesOf(dataset).map((line) => line.replace(/:[0-9a-f]{12},/, ","));
  assert.deepEqual(scores, [
    "sql_optimization/opt, owl-1t: 0.444",
    "sql_understanding/explain_detection, kestrel: 1",
    "sql_optimization/opt, owl-1t: 1",
  ]);
  assert.deepEqual(dataset.prompts.text, [
    "Improve this: SELECT a",
    "Explain: SELECT a",
    "Improve: SELECT old",
  ]);
  assert.ok((dataset.outcomes.outputTokens[0] ?? 0) > 0);
});

test("SCALE: advice on an index is one case for each whole question, since its tables differ", async (t) => {
  const dataset = await build(t, "scale_sql", {
    [`${CASE_REPORTS}/eval_run_case_2026-06/sql_optimization/owl.json`]: sqlReport({
      index_advice: [sqlCase("SELECT a", "Pass", "Table t1"), sqlCase("SELECT a", "Fail", "Table t2")],
    }),
  });
  assert.deepEqual(dataset.prompts.text, ["Table t1", "Table t2"]);
});

/** Every folder that the recipe lists, with files of judgements in some of them. */
function shaberiClone(judged: CloneFiles): CloneFiles {
  const benchmarks = ["elyza__ELYZA-tasks-100", "lightblue__tengu_bench"].concat(
    "shisa-ai__ja-mt-bench-1shot",
    "yuzuai__rakuda-questions",
  );
  const judges = ["gpt-4.1-2025-04-14", "gpt-5.1-2025-11-13", "gpt-4-turbo-preview"].concat(
    ["athenev2", "llama33", "tulu405"].map((name) => `llmjudge-${name}`),
  );
  const files: Record<string, string> = {};
  for (const judge of judges)
    for (const benchmark of benchmarks) {
      const folder = `data/judgements/judge_${judge}/${benchmark}`;
      files[`${folder}/gpt-4o-2024-11-20.json`] = "";
    }
  for (const [name, text] of Object.entries(judged)) files[`data/judgements/judge_${name}`] = text;
  return files;
}
const shaberiLine = (question: string, score: number | null, more = {}): object => ({
  Question: question,
  ModelAnswer: "はい",
  score,
  ...more,
});

test("Shaberi: judges are brought to one scale and weighted, and what nobody scored is left out", async (t) => {
  const [elyza, tengu] = ["elyza__ELYZA-tasks-100", "lightblue__tengu_bench"];
  const dataset = await build(
    t,
    "shaberi_ja",
    shaberiClone({
      [`gpt-4.1-2025-04-14/${elyza}/gpt-4o-2024-11-20.json`]: jsonLines(
        shaberiLine("一つ目 ", 3),
        shaberiLine("二つ目", null),
      ),
      [`gpt-4.1-2025-04-14/${tengu}/gpt-4o-2024-11-20.json`]: jsonLines(
        shaberiLine("三つ目", 5, { Category: "敬語" }),
      ),
      [`llmjudge-llama33/${elyza}/gpt-4o-2024-11-20.json`]: jsonLines(shaberiLine("一つ目", 5)),
      [`llmjudge-llama33/${tengu}/microsoft__phi-4.json`]: jsonLines(
        shaberiLine("三つ目", 0),
        shaberiLine("ほかの言い方", 10),
      ),
      [`llmjudge-llama33/${tengu}/ablation-1.json`]: jsonLines(shaberiLine("三つ目", 10)),
    }),
  );
  const mild = 0.0755 + 0.8902;
  assert.deepEqual(outcomesOf(dataset), [
    `shaberi:ELYZA:edb065c8a1, gpt-4o-2024-11-20: ${Math.round(((4 * 0.5 + mild) / 5) * 1000) / 1000}`,
    "shaberi:tengu:a6ff3ab30d, gpt-4o-2024-11-20: 0.5",
    "shaberi:tengu:a6ff3ab30d, microsoft/phi-4: 0",
  ]);
  assert.deepEqual(dataset.taskNames, ["ja/ELYZA-tasks-100", "ja/tengu_bench/敬語"]);
});

test("another layout is a fault that names the file and asks for the right commit", async (t) => {
  for (const { source } of SOURCE_RECIPES)
    await assert.rejects(build(t, source, { "README.md": "another repository" }), (fault: Error) => {
      assert.match(fault.message, /invalid_data: .*at the commit of the recipe\?$/);
      return true;
    });
});

test("grades that are no grades are named with their line", async (t) => {
  const name = `${EVALS}/gsm8k/gsm8k_responses.csv`;
  const files = { ...MADE_ROUTELLM, [name]: `prompt,${PAIR}\nTwo and two?,maybe,True\n` };
  await assert.rejects(build(t, "routellm", files), /gsm8k_responses\.csv line 2: expected True or False/);
});
