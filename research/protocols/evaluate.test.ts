import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { renderReport } from "../../packages/lab/src/report/render-report.ts";
import { renderBenchmarks } from "../../packages/lab/src/report/render-benchmarks.ts";
import { evaluate as evaluateAmong } from "../../packages/lab/src/protocols/evaluate.ts";
import type { EvaluateOptions, EvaluationResult } from "../../packages/lab/src/protocols/evaluate.ts";
import { PROTOCOLS } from "../../packages/lab/src/protocols/index.ts";
import { PUBLISHED } from "./index.ts";

const ALL = [...PROTOCOLS, ...PUBLISHED];
const evaluate = (options: EvaluateOptions): Promise<EvaluationResult> => evaluateAmong(options, ALL);

const MODELS = [
  { name: "strong", skill: 0.9, costUsd: 0.01 },
  { name: "maths-only", skill: 0.93, costUsd: 0.001 },
  { name: "words-only", skill: 0.93, costUsd: 0.001 },
];

interface MadeFolder {
  readonly source: string;
  readonly count: number;
  readonly seed: number;
}

/** Two kinds of prompts, each of which one cheap model solves a little better than the expensive one. */
function makeFiles({ source, count, seed }: MadeFolder): Record<string, string> {
  const random = splitmix32(seed);
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd,input_tokens,output_tokens"];
  for (let i = 0; i < count; i += 1) {
    const isMaths = random() < 0.5;
    const [a, b] = [Math.floor(random() * 900), Math.floor(random() * 900)];
    const prompt = isMaths
      ? `Compute the sum ${a} plus ${b} and multiply the result by ${i}`
      : `Write a poem about river number ${a} in the land of tale ${b} and ${i}`;
    prompts.push(JSON.stringify({ id: `${source}/${i}`, source, dataset: source, prompt }));
    for (const { name, skill, costUsd } of MODELS) {
      const isAble = name === "strong" || (name === "maths-only") === isMaths;
      outcomes.push(`${source}/${i},${name},${random() < (isAble ? skill : 0.2) ? 1 : 0},${costUsd},10,10`);
    }
  }
  return {
    [`${source}.prompts.jsonl`]: prompts.join("\n"),
    [`${source}.outcomes.csv`]: `${outcomes.join("\n")}\n`,
  };
}

async function makeFolder(t: TestContext, ...parts: readonly MadeFolder[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-evaluate-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const part of parts)
    for (const [name, text] of Object.entries(makeFiles(part))) await writeFile(join(dir, name), text);
  return dir;
}

const QUICK = {
  seeds: [42],
  resamples: 20,
  methods: ["random", "best-single", "knn", "logistic", "custom-router"],
};

test("on a folder without splits routing saves most of the cost where cheap specialists exist", async (t) => {
  const dataDir = await makeFolder(t, { source: "made", count: 400, seed: 1 });
  const result = await evaluate({ ...QUICK, dataDir, protocol: "pareto" });
  const [section] = result.sections;
  assert.ok(section);
  const figure = (method: string, name: string): number =>
    section.methods.find((one) => one.name === method)?.figures[name]?.value ?? Number.NaN;
  assert.ok(figure("custom-router", "costSave") > 0.3, `saved ${figure("custom-router", "costSave")}`);
  assert.ok(figure("custom-router", "auc") > figure("best-single", "auc") + 0.1);
  assert.deepEqual(await evaluate({ ...QUICK, dataDir, protocol: "pareto" }), result);
});

test("a folder to learn from and another to judge: what both hold is not learned from", async (t) => {
  const fitDir = await makeFolder(t, { source: "made", count: 300, seed: 1 });
  const dataDir = await makeFolder(
    t,
    { source: "made", count: 60, seed: 1 },
    { source: "other", count: 50, seed: 9 },
  );
  const result = await evaluate({ ...QUICK, dataDir, fitDir, protocol: "prediction" });
  assert.ok(result.overlapCount >= 50, `left out ${result.overlapCount}`);
  assert.deepEqual(
    result.sections.map((section) => [section.name, section.promptCount]),
    [
      ["made", 60],
      ["other", 50],
    ],
  );
  assert.ok(result.sections.every((section) => section.trainCount > 200));
});

test("a source never learned from is judged through models of the same name elsewhere", async (t) => {
  const dataDir = await makeFolder(
    t,
    { source: "made", count: 200, seed: 1 },
    { source: "other", count: 200, seed: 2 },
  );
  const result = await evaluate({ ...QUICK, dataDir, protocol: "unseen-source" });
  const auc = result.sections.map(
    (section) => section.methods.find((one) => one.name === "logistic")?.figures["auc"]?.value ?? 0,
  );
  assert.ok(
    auc.every((value) => value > 0.65),
    `AUC ${auc.join(", ")}`,
  );
});

test("kept predictions give the same result as fresh ones", async (t) => {
  const dataDir = await makeFolder(t, { source: "made", count: 150, seed: 3 });
  const cacheDir = join(dataDir, "cache");
  const options = { ...QUICK, dataDir, protocol: "prediction", cacheDir };
  const fresh = await evaluate(options);
  assert.deepEqual(await evaluate(options), fresh);
});

test("the report is one page without script or network, and says where routing loses", async (t) => {
  const dataDir = await makeFolder(t, { source: "made<&>", count: 150, seed: 4 });
  const result = await evaluate({ ...QUICK, dataDir, protocol: "paraphrase" });
  const page = renderReport(result);
  assert.ok(page.startsWith("<!doctype html>"));
  assert.ok(page.includes("Where routing loses"));
  assert.ok(page.includes("made&lt;&amp;&gt;"));
  assert.doesNotMatch(page, /<script|https?:\/\/|<link|made<&>/);
  assert.deepEqual(renderReport(JSON.parse(JSON.stringify(result)) as typeof result), page);
  const markdown = renderBenchmarks({ results: [result], command: "make it" });
  assert.match(markdown, /\| \*\*[^|]*(?:custom router|Custom router)[^|]*\*\* \|/);
});

test("unknown protocols and methods are refused with the choice", async (t) => {
  const dataDir = await makeFolder(t, { source: "made", count: 20, seed: 5 });
  await assert.rejects(evaluate({ dataDir, protocol: "nonsense" }), {
    code: "bad_request",
    detail: /pareto/,
  });
  await assert.rejects(evaluate({ dataDir, protocol: "pareto", methods: ["none"] }), {
    detail: /custom-router/,
  });
  await assert.rejects(evaluate({ dataDir, protocol: "routellm" }), { code: "invalid_data" });
});
