// Evaluations in the forms that tools write, each by the public description of its format. All of them say the same: of two
// prompts the large model answers both, the small one the first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { EVALUATION_DEFAULTS } from "./evaluation-data.ts";
import { labelOf } from "./evaluation-forms.ts";
import { hasErrors, readEvaluations } from "./read-evaluations.ts";

const OPTIONS = { ...EVALUATION_DEFAULTS, rowsMin: 1, random: () => 0.5 };
const MODELS = ["openai/gpt-4o", "openai/gpt-4o-mini"] as const;
const PROMPTS = ["What is the capital of Peru?", "Prove that there are infinitely many primes."];
const scoreOf = (prompt: number, model: number): number => (prompt === 1 && model === 1 ? 0 : 1);
const verdict = (score: number): string => (score === 1 ? "PASS" : "FAIL");

/** One item a prompt and model, prompt by prompt. */
const pairs = <T>(make: (prompt: number, model: number) => T): T[] =>
  PROMPTS.flatMap((_, prompt) => MODELS.map((__, model) => make(prompt, model)));
const lines = (records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record)).join("\n");

const PROVIDERS = ["openai:chat:gpt-4o", "openai:gpt-4o-mini"];
const RESULTS = pairs((prompt, model) => ({
  provider: { id: PROVIDERS[model], label: "" },
  prompt: { raw: PROMPTS[prompt], label: "{{question}}" },
  vars: { question: PROMPTS[prompt] },
  success: scoreOf(prompt, model) === 1,
  score: scoreOf(prompt, model),
  failureReason: 0,
  latencyMs: 900,
  cost: 0.001,
}));
const FAILED = { ...RESULTS[0], success: false, score: 0, failureReason: 2, error: "timeout" };
const PROMPTFOO = {
  evalId: "eval-1",
  results: { version: 3, prompts: [{ raw: "{{question}}" }], results: [...RESULTS, FAILED] },
  config: {},
};
const promptfooTable = [
  'Description,question,"[openai:chat:gpt-4o] {{question}}",Status,Score,Named Scores,Grader Reason,Comment,"[openai:gpt-4o-mini] {{question}}",Status,Score,Named Scores,Grader Reason,Comment',
  ...PROMPTS.map((prompt, row) =>
    [
      "",
      prompt,
      ...MODELS.flatMap((_, model) => [
        "An answer.",
        verdict(scoreOf(row, model)),
        `${scoreOf(row, model)}.00`,
        "",
        "",
        "",
      ]),
    ].join(","),
  ),
].join("\n");
const outputItem = (prompt: number, model: number): object => ({
  object: "eval.run.output_item",
  id: `item-${prompt}-${model}`,
  status: verdict(scoreOf(prompt, model)).toLowerCase(),
  datasource_item: { question: PROMPTS[prompt] },
  results: [{ name: "exact", passed: scoreOf(prompt, model) === 1, score: scoreOf(prompt, model) }],
  sample: { model: MODELS[model]!.slice(7), input: [{ role: "user", content: PROMPTS[prompt] }], output: [] },
});
const evalLog = (model: number): unknown[] => [
  { spec: { completion_fns: [MODELS[model]!.slice(7)], eval_name: "primes" } },
  ...PROMPTS.flatMap((prompt, row) => [
    {
      run_id: "r",
      event_id: row,
      sample_id: `s.${row}`,
      type: "sampling",
      data: { prompt: [{ role: "user", content: prompt }], sampled: ["x"] },
    },
    {
      run_id: "r",
      event_id: row,
      sample_id: `s.${row}`,
      type: "match",
      data: { correct: scoreOf(row, model) === 1, expected: "x" },
    },
  ]),
  { final_report: { accuracy: 1 } },
];
const wide = (name: string, cell: (score: number) => unknown): string =>
  [
    [name, ...MODELS.map((model) => `${model}/score`)].join(","),
    ...PROMPTS.map((prompt, row) =>
      [prompt, ...MODELS.map((_, model) => cell(scoreOf(row, model)))].join(","),
    ),
  ].join("\n");
const long = (
  header: string,
  row: (prompt: string, model: number, score: number) => readonly unknown[],
): string =>
  [header, ...pairs((prompt, model) => row(PROMPTS[prompt]!, model, scoreOf(prompt, model)).join(","))].join(
    "\n",
  );

/** As the service exports a person's decisions: each with the reports about it, of which one was withdrawn. */
const exported = PROMPTS.flatMap((prompt, row) => [
  {
    type: "decision",
    sessionId: `s${row}`,
    label: MODELS[0],
    text: { messages: [{ role: "user", text: prompt }] },
  },
  ...MODELS.map((label, model) => ({
    type: "feedback",
    sessionId: `s${row}`,
    label,
    value: scoreOf(row, model),
    usage: { usd: 0.001 },
    withdrawn_at: null,
  })),
  {
    type: "feedback",
    sessionId: `s${row}`,
    label: "openai/o3",
    value: 1,
    usage: {},
    withdrawn_at: "2026-11-01",
  },
]);
const keptRows = PROMPTS.map((prompt, row) => ({
  type: "custom_router_row",
  custom_router_id: "r",
  prompt,
  scores: Object.fromEntries(MODELS.map((model, index) => [model, scoreOf(row, index)])),
  costs: {},
}));
const withoutText = { type: "decision", sessionId: "s9", label: MODELS[0], text: null };

const FORMS: Readonly<Record<string, string | Buffer>> = {
  "a table of scores": wide("prompt", String),
  "a table of PASS and FAIL": wide("prompt", verdict),
  "a table whose prompts are questions": wide("question", String),
  "a packed table": gzipSync(wide("prompt", String)),
  "one line a prompt and model": long("prompt,model,score", (prompt, model, score) => [
    prompt,
    MODELS[model],
    score,
  ]),
  "such lines with a provider and passed": long("input,provider,model,passed", (prompt, model, score) => [
    prompt,
    "openai",
    MODELS[model]!.slice(7),
    score === 1,
  ]),
  "such records in a list": JSON.stringify(
    pairs((prompt, model) => ({
      prompt: PROMPTS[prompt],
      model: MODELS[model],
      score: scoreOf(prompt, model),
    })),
  ),
  "scores by model, in lines": lines(
    PROMPTS.map((prompt, row) => ({
      prompt,
      scores: Object.fromEntries(MODELS.map((model, index) => [model, scoreOf(row, index)])),
    })),
  ),
  "promptfoo, JSON": JSON.stringify(PROMPTFOO, null, 2),
  "promptfoo, JSON without line breaks": JSON.stringify(PROMPTFOO),
  "promptfoo, lines": lines([...RESULTS, FAILED]),
  "promptfoo, a table": promptfooTable,
  "OpenAI's Evals API, a page of output items": JSON.stringify({
    object: "list",
    data: pairs(outputItem),
    has_more: false,
  }),
  "reports, as the service exports them with their decisions": lines([withoutText, ...exported]),
  "rows of a router in the export of an account": lines([{ type: "account", id: "a" }, ...keptRows]),
  "OpenAI's evals, the logs of two runs": lines([...evalLog(0), ...evalLog(1)]),
};

for (const [says, content] of Object.entries(FORMS))
  test(`trains from ${says}`, async () => {
    const chunks = (async function* () {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
    })();
    const table = await readEvaluations({ chunks, fileName: "own" }, OPTIONS);
    assert.deepEqual(table.labels.toSorted(), MODELS.toSorted());
    assert.deepEqual(
      table.rows.map(({ prompt, scores }) => [
        prompt,
        ...MODELS.map((model) => scores[table.labels.indexOf(model)]),
      ]),
      PROMPTS.map((prompt, row) => [prompt, scoreOf(row, 0), scoreOf(row, 1)]),
    );
    assert.equal(table.rowsSeen, 2);
    assert.equal(hasErrors(table.checks), false);
  });

for (const [name, label] of [
  ["openai:chat:gpt-4o", "openai/gpt-4o"],
  ["openai:gpt-4o-mini", "openai/gpt-4o-mini"],
  ["anthropic:messages:claude-opus-4-8", "anthropic/claude-opus-4-8"],
  ["bedrock:us.anthropic.claude-sonnet-5-v1:0", "bedrock/us.anthropic.claude-sonnet-5-v1:0"],
  ["openrouter:openai/gpt-4o", "openrouter/openai/gpt-4o"],
  ["openai/gpt-4o", "openai/gpt-4o"],
  ["https://example.org/model", "https://example.org/model"],
] as const)
  test(`the model ${name} is called ${label}`, () => {
    assert.equal(labelOf(name), label);
  });
