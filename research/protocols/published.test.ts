// The published protocols on tiny folders of their own form: what is judged, what is learned from, what is refused.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { evaluate as evaluateAmong } from "../../packages/lab/src/protocols/evaluate.ts";
import type { EvaluateOptions, EvaluationResult } from "../../packages/lab/src/protocols/evaluate.ts";
import { PUBLISHED } from "./index.ts";
import { getFigure, PROTOCOLS } from "../../packages/lab/src/protocols/index.ts";

const ALL = [...PROTOCOLS, ...PUBLISHED];
const evaluate = (options: EvaluateOptions): Promise<EvaluationResult> => evaluateAmong(options, ALL);

interface Source {
  readonly name: string;
  readonly models: readonly string[];
  readonly count: number;
  readonly tasks: readonly string[];
  readonly label?: (index: number) => string;
}

/** Sums are easy for every model, proofs only for the first. */
function filesOf({ name, models, count, tasks, label }: Source): Record<string, string> {
  const random = splitmix32(name.length + count);
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd,input_tokens,output_tokens"];
  for (let i = 0; i < count; i += 1) {
    const isHard = i % 2 === 1;
    const number = Math.floor(random() * 1e6);
    const prompt = isHard
      ? `Prove the theorem of ideals number ${number} for group ${i} in detail`
      : `Add ${number} apples and ${i} pears and say the sum`;
    const dataset = tasks[Math.floor(i / 2) % tasks.length];
    prompts.push(JSON.stringify({ id: `${name}/${i}`, dataset, prompt, split: label?.(i) ?? "" }));
    models.forEach((model, m) => {
      const score = Number(random() < (isHard ? 0.85 - 0.6 * m : 0.9));
      outcomes.push(`${name}/${i},${model},${score},${0.01 / (m + 1)},10,10`);
    });
  }
  return { [`${name}.prompts.jsonl`]: prompts.join("\n"), [`${name}.outcomes.csv`]: outcomes.join("\n") };
}

async function folder(t: TestContext, ...sources: readonly Source[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-published-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const source of sources)
    for (const [name, text] of Object.entries(filesOf(source))) await writeFile(join(dir, name), text);
  return dir;
}

const QUICK = { seeds: [42], resamples: 20, methods: ["random", "best-single", "logistic"] };
const PAIR = ["gpt-4-1106-preview", "mixtral-8x7b-instruct-v0.1"];
const OTHERS: Source = { name: "others", models: PAIR, count: 240, tasks: ["mixed"] };

test("every protocol has a name of its own, a headline that exists, and a description", () => {
  const names = ALL.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { figures, title, description } of ALL) {
    assert.ok(title !== "" && description.endsWith("."));
    for (const figure of figures) assert.ok(getFigure(figure).title !== "", figure);
  }
});

test("routellm is judged task by task from other sources alone, without contaminated rows", async (t) => {
  const source: Source = {
    name: "routellm",
    models: PAIR,
    count: 160,
    tasks: ["mmlu", "gsm8k"],
    label: (i) => (i % 8 === 0 ? "test_contaminated" : "test"),
  };
  const { sections } = await evaluate({
    ...QUICK,
    dataDir: await folder(t, source, OTHERS),
    protocol: "routellm",
  });
  assert.deepEqual(sections.map(({ name }) => name).toSorted(), ["gsm8k", "mmlu"]);
  assert.equal(
    sections.reduce((sum, { promptCount }) => sum + promptCount, 0),
    140,
  );
  const apgr = (method: string): number[] =>
    sections.map(
      ({ methods }) => methods.find(({ name }) => name === method)?.figures["apgr"]?.value ?? Number.NaN,
    );
  assert.ok(
    apgr("logistic").every((value) => value > 0.55),
    apgr("logistic").join(" "),
  );
  assert.ok(sections.every(({ trainCount }) => trainCount > 0 && trainCount <= OTHERS.count));
});

test("routellm without its pair of models is refused in words", async (t) => {
  const source: Source = { name: "routellm", models: ["a", "b"], count: 40, tasks: ["mmlu"] };
  const dataDir = await folder(t, source, { ...OTHERS, models: ["a", "b"] });
  await assert.rejects(evaluate({ ...QUICK, dataDir, protocol: "routellm" }), {
    code: "invalid_data",
    detail: /needs a gpt-4 and a mixtral model/,
  });
});

test("a protocol without its source says which one it needs", async (t) => {
  const dataDir = await folder(t, OTHERS);
  for (const protocol of ["routellm", "routerdc", "routerbench"])
    await assert.rejects(evaluate({ ...QUICK, dataDir, protocol }), { code: "invalid_data" }, protocol);
});

test("pareto needs costs, and prediction does not", async (t) => {
  const dataDir = await folder(t, OTHERS);
  const text = filesOf(OTHERS)["others.outcomes.csv"] ?? "";
  const unpriced = text
    .split("\n")
    .map((line) => line.split(",").slice(0, 3).join(","))
    .join("\n");
  await writeFile(join(dataDir, "others.outcomes.csv"), unpriced);
  await assert.rejects(evaluate({ ...QUICK, dataDir, protocol: "pareto" }), {
    detail: /needs a source with costs of at least two models/,
  });
  const { sections } = await evaluate({ ...QUICK, dataDir, protocol: "prediction" });
  assert.equal(sections.length, 1);
});
