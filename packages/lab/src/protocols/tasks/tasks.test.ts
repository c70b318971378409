// Everyday tasks: which classes are accepted, and the protocol on a small atlas.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import type { TaskReading } from "@signalbox/engine/internals";
import { evaluate } from "../evaluate.ts";
import { acceptedTiers, judgeReading } from "./tasks-protocol.ts";
import { TASK_CANDIDATES } from "./task-candidates.data.ts";

test("from the lower label to one above the higher, and never less than the weakest candidate", () => {
  const accepted = (author: number, second?: number) =>
    acceptedTiers({
      author: { tier: author },
      secondReader: second === undefined ? undefined : { tier: second },
    });
  assert.deepEqual(accepted(2, 4), { low: 2, high: 5 });
  assert.deepEqual(accepted(4, 2), { low: 2, high: 5 });
  assert.deepEqual(accepted(3), { low: 3, high: 4 });
  assert.deepEqual(accepted(1, 1), { low: 1, high: 2 });
  const weakest = Math.min(...TASK_CANDIDATES.map(({ tier }) => tier));
  assert.ok(accepted(1, 1).high >= weakest);
});

test("every candidate is a model that the catalogue knows with its price", () => {
  const catalog = createCatalog();
  for (const { model, tier } of TASK_CANDIDATES) {
    assert.ok(catalog.resolve({ model })?.prices?.outputUsdPerMTok !== undefined, model);
    assert.ok(tier >= 1 && tier <= 5);
  }
});

test("an atlas in the data folder is judged: only its held-out requests, each in its groups, shares that sum to one", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-tasks-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const folder of ["requests", "labels", "matter", "lexicon"]) await mkdir(join(dir, folder));
  const ids = Array.from({ length: 60 }, (_, i) => `en-${String(i).padStart(4, "0")}`);
  const lines = (of: (id: string, i: number) => object): string =>
    ids.map((id, i) => JSON.stringify(of(id, i))).join("\n");
  const requests = lines((id, i) => ({ id, lang: "en", text: `How do I cook dish number ${i}?` }));
  await writeFile(join(dir, "requests", "en.jsonl"), requests);
  const labels = lines((id, i) => ({
    id,
    op: i % 2 === 0 ? "answer" : "plan",
    field: "everyday",
    tier: 2 + (i % 3),
    tokens: [20, 90],
  }));
  await writeFile(join(dir, "labels", "en.a.jsonl"), labels);
  await writeFile(join(dir, "lexicon", "en.tsv"), "cook\tcook\n");
  const { sections } = await evaluate({ dataDir: dir, protocol: "tasks", seeds: [1], resamples: 10 });
  const [all] = sections;
  assert.ok(all !== undefined && all.promptCount > 3 && all.promptCount < 30, "about a fifth");
  const countOf = (kind: string): number =>
    sections
      .filter(({ name }) => name.startsWith(kind))
      .reduce((sum, { promptCount }) => sum + promptCount, 0);
  assert.equal(countOf("class "), all.promptCount);
  for (const { figures, name } of all.methods) {
    const parts = ["withinTier", "tooWeak", "tooStrong"].map((figure) => figures[figure]?.value ?? 9);
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - 1) < 1e-9, name);
  }
  const within = (name: string): number =>
    all.methods.find((method) => method.name === name)!.figures["withinTier"]!.value;
  assert.ok(
    within("always-3") > within("always-5"),
    "tiers 2 to 4 accept class 3 twice of three, class 5 once",
  );
  const dollars = (name: string): number =>
    all.methods.find((method) => method.name === name)!.figures["usdOverCheapest"]!.value;
  assert.ok(dollars("always-5") > dollars("always-3") && dollars("always-3") >= dollars("always-2"));
  assert.ok(dollars("always-2") <= 1 && dollars("always-5") > 2, "the cheapest accepted model is the unit");
});

const author = {
  id: "en-0001",
  op: "answer",
  field: "law",
  tier: 2,
  tokens: [50, 200] as [number, number],
} as const;
const entry = { author: { ...author, tokens: [50, 200] as [number, number] }, secondReader: undefined };
const task: TaskReading = {
  operation: "answer",
  operationChance: 0.9,
  field: "finance",
  fieldChance: 0.5,
  tiers: [0.1, 0.6, 0.1, 0.1, 0.1],
  tokens: { low: 60, median: 200, high: 400 },
};

test("operation, field and class are right where one of the labels says so", () => {
  const { figures } = judgeReading([
    { entry, task },
    { entry: { ...entry, secondReader: { ...author, tokens: [50, 200], field: "finance" } }, task },
  ]);
  const even = Float64Array.of(1, 1);
  assert.equal(figures["operationRight"]?.(even), 1);
  assert.equal(figures["fieldRight"]?.(even), 0.5);
  assert.equal(figures["tierRight"]?.(even), 1);
});
