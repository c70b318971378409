import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { SignalboxError } from "@signalbox/contracts";
import { SPLIT, chooseSplit, loadDataset } from "./index.ts";

const PROMPTS = [
  { id: "a/1", source: "toy", dataset: "sums", prompt: "What is two and two?" },
  { id: "a/2", source: "toy", dataset: "sums", prompt: "What is three and three?", split: "test" },
  { id: "a/3", source: "toy", dataset: "words", prompt: "WHAT is  two and two" },
];
const OUTCOMES =
  "id,model,score,cost_usd,input_tokens,output_tokens\na/1,m1,1,0.5,10,20\na/2,m1,0.25,,,\na/3,m2,,,,\na/1,m2,0,1,2,3\n";

async function folder(t: TestContext, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-lab-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  return dir;
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join("\n");
}

function toy(change: Readonly<Record<string, string | Buffer>> = {}): Record<string, string | Buffer> {
  return { "toy.prompts.jsonl": lines(PROMPTS), "toy.outcomes.csv": OUTCOMES, ...change };
}

async function assertInvalid(dir: string, message: RegExp): Promise<void> {
  await assert.rejects(loadDataset(dir), (error) => {
    assert.ok(error instanceof SignalboxError);
    assert.equal(error.code, "invalid_data");
    assert.match(error.detail, message);
    return true;
  });
}

test("a folder of plain files loads without models, splits and latencies", async (t) => {
  const dataset = await loadDataset(await folder(t, toy()));
  assert.deepEqual(dataset.prompts.id, ["a/1", "a/2", "a/3"]);
  assert.deepEqual(dataset.taskNames, ["sums", "words"]);
  assert.equal(dataset.outcomes.count, 3);
  assert.deepEqual([...dataset.outcomes.score], [1, 0.25, 0]);
  assert.ok(Number.isNaN(dataset.outcomes.costUsd[1]));
  assert.equal(dataset.models[1]?.canonical, "m2");
  assert.equal(dataset.splits, undefined);
  assert.match(dataset.fingerprint, /^[0-9a-f]{64}$/);
});

test("prompts that differ in case and punctuation alone share a group and a split", async (t) => {
  const dataset = await loadDataset(await folder(t, toy()));
  assert.equal(dataset.prompts.group[0], dataset.prompts.group[2]);
  assert.notEqual(dataset.prompts.group[0], dataset.prompts.group[1]);
  const split = chooseSplit(dataset, "benchmark", 42);
  assert.equal(split[0], split[2]);
  assert.deepEqual(split, chooseSplit(dataset, "benchmark", 42));
});

test("a gzipped folder has the fingerprint of the plain one", async (t) => {
  const plain = await loadDataset(await folder(t, toy()));
  const packed = Object.fromEntries(
    Object.entries(toy()).map(([name, text]) => [`${name}.gz`, gzipSync(text)]),
  );
  const zipped = await loadDataset(await folder(t, packed));
  assert.equal(zipped.fingerprint, plain.fingerprint);
  assert.deepEqual(zipped, plain);
});

test("canonical names, splits and latencies are joined to their rows", async (t) => {
  const dir = await folder(
    t,
    toy({
      "models.csv": 'source,model,canonical,vendor,kind\ntoy,m1,"Model, One",acme,open\n',
      "splits.csv":
        "source,id,group,benchmark_split,release_split\ntoy,a/1,7,train,never\ntoy,a/2,8,eval_only,dev\ntoy,a/3,7,dropped,test\n",
      "toy.latency.csv": "id,model,latency_ms\na/1,m2,12.5\n",
    }),
  );
  const dataset = await loadDataset(dir);
  assert.equal(dataset.models[0]?.canonical, "Model, One");
  assert.deepEqual([...dataset.prompts.group], [7, 8, 7]);
  assert.deepEqual([...chooseSplit(dataset, "benchmark", 1)], [SPLIT.train, SPLIT.evalOnly, SPLIT.dropped]);
  assert.deepEqual([...chooseSplit(dataset, "release", 1)], [SPLIT.never, SPLIT.dev, SPLIT.test]);
  assert.equal(dataset.outcomes.latencyMs[2], 12.5);
});

test("one model and one prompt are enough to load", async (t) => {
  const dir = await folder(t, {
    "one.prompts.jsonl": lines([{ id: "x", dataset: "d", prompt: "Hello" }]),
    "one.outcomes.csv": "id,model,score\nx,m,0.5\n",
  });
  assert.equal((await loadDataset(dir)).outcomes.count, 1);
});

const FAULTS: readonly (readonly [string, Record<string, string | Buffer>, RegExp])[] = [
  [
    "a missing column",
    { "toy.outcomes.csv": "id,model\na/1,m1\n" },
    /toy\.outcomes\.csv line 1: missing column score/,
  ],
  ["a score above one", { "toy.outcomes.csv": "id,model,score\na/1,m1,1.5\n" }, /line 2: score is "1.5"/],
  ["a score of NaN", { "toy.outcomes.csv": "id,model,score\na/1,m1,NaN\n" }, /line 2: score is "NaN"/],
  [
    "a negative cost",
    { "toy.outcomes.csv": "id,model,score,cost_usd\na/1,m1,1,-2\n" },
    /line 2: cost_usd is "-2"/,
  ],
  [
    "an unknown prompt",
    { "toy.outcomes.csv": "id,model,score\nzz,m1,1\n" },
    /line 2: no prompt has the id "zz"/,
  ],
  [
    "a repeated outcome",
    { "toy.outcomes.csv": "id,model,score\na/1,m1,1\na/1,m1,1\n" },
    /line 3: a second outcome/,
  ],
  ["a short row", { "toy.outcomes.csv": "id,model,score\na/1,m1\n" }, /line 2: expected 3 fields, found 2/],
  [
    "a repeated prompt",
    { "toy.prompts.jsonl": lines([...PROMPTS, ...PROMPTS]) },
    /line 4: the id "a\/1" stands twice/,
  ],
  [
    "a prompt that is not JSON",
    { "toy.prompts.jsonl": '{"id":\n' },
    /toy\.prompts\.jsonl line 1: not a JSON object/,
  ],
  ["a prompt without text", { "toy.prompts.jsonl": lines([{ id: "x" }]) }, /line 1: "prompt" must be/],
  ["no outcome", { "toy.outcomes.csv": "id,model,score\n" }, /no outcome with a score/],
  [
    "an unknown split",
    { "splits.csv": "source,id,group,benchmark_split,release_split\ntoy,a/1,1,x,dev\n" },
    /line 2: "x" is not a split/,
  ],
  ["both plain and gzipped", { "toy.outcomes.csv.gz": gzipSync(OUTCOMES) }, /stands plain and gzipped/],
];

for (const [name, change, message] of FAULTS)
  test(`${name} is refused with its file and line`, async (t) => {
    await assertInvalid(await folder(t, toy(change)), message);
  });

test("a truncated gzip file is refused by name", async (t) => {
  const files = toy();
  delete files["toy.outcomes.csv"];
  files["toy.outcomes.csv.gz"] = gzipSync(OUTCOMES).subarray(0, 40);
  await assertInvalid(await folder(t, files), /toy\.outcomes\.csv\.gz: not a whole gzip file/);
});

test("an empty folder is refused", async (t) => {
  await assertInvalid(await folder(t, {}), /no SOURCE\.prompts/);
});
