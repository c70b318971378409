// Public boards as people read them: the mode that a name states, lists of different dates, issues on another scale.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import type { ModelCatalog, ModelFacts } from "@signalbox/contracts";
import { type CalledModel, modeInName } from "../../data/csv-rows.ts";
import { readLeaderboards, listPriceOf, standInHindsight } from "./served-protocol.ts";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import type { ServedSource } from "./served-source.ts";

const facts = (id: string): ModelFacts => ({ id }) as unknown as ModelFacts;

/** Knows every name as itself, in lower case. */
const CATALOG = {
  version: "test",
  list: () => [],
  resolve: ({ model }: { readonly model: string }) => facts(model.toLowerCase()),
} as unknown as ModelCatalog;

const called = (id: string, mode?: string): CalledModel => ({
  name: id,
  spelling: id,
  facts: facts(id),
  mode,
});

const HEAD = "model,benchmark,score,elo,setting,date";
const index = (model: string, score: number | string, setting = "", date = "2026-05-01"): string =>
  `${model},aa_intelligence_index,${score},,${setting},${date}`;
const elo = (model: string, value: number, date: string): string =>
  `${model},arena_elo_style_control,,${value},,${date}`;

async function read(t: TestContext, rows: readonly string[]) {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-boards-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "public_scores.csv.gz"), gzipSync([HEAD, ...rows].join("\n")));
  const reader = await readLeaderboards(dir, CATALOG);
  assert.ok(reader !== undefined);
  return reader;
}

test("a folder without public scores has no boards", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-boards-"));
  t.after(() => rm(dir, { recursive: true }));
  assert.equal(await readLeaderboards(dir, CATALOG), undefined);
});

test("a model stands where the board lists it, under any spelling of its name", async (t) => {
  const boards = await read(t, [index("Kite-1", 60), index("heron-2", 40)]);
  assert.equal(boards("intelligence-index", called("kite-1")), 60);
  assert.equal(boards("intelligence-index", called("heron-2")), 40);
});

test("a model that the board does not list, or that nobody knows, has no standing", async (t) => {
  const boards = await read(t, [index("kite-1", 60)]);
  assert.ok(Number.isNaN(boards("intelligence-index", called("wren"))));
  assert.ok(Number.isNaN(boards("arena-elo", called("kite-1"))));
  assert.ok(Number.isNaN(boards("intelligence-index", { ...called("kite-1"), facts: undefined })));
});

test("the mode that a name states is read where the board has it, else the model's best", async (t) => {
  const boards = await read(t, [index("kite-1", 40, "low effort"), index("kite-1", 70, "high effort")]);
  assert.equal(boards("intelligence-index", called("kite-1", "low")), 40);
  assert.equal(boards("intelligence-index", called("kite-1", "high")), 70);
  assert.equal(boards("intelligence-index", called("kite-1", "minimal")), 70);
  assert.equal(boards("intelligence-index", called("kite-1")), 70);
});

test("rows without a number, and issues of the index on a later scale, are not read", async (t) => {
  const boards = await read(t, [
    index("kite-1", ""),
    index("kite-1", 0),
    index("kite-1", 99, "", "2026-08-01"),
    index("kite-1", 55, "", "2026-07-31"),
  ]);
  assert.equal(boards("intelligence-index", called("kite-1")), 55);
});

test("a later list is moved by its mean distance on the models that both hold", async (t) => {
  const boards = await read(t, [
    elo("kite-1", 1200, "2026-01-01"),
    elo("heron-2", 1300, "2026-01-01"),
    elo("kite-1", 1220, "2026-06-01"),
    elo("heron-2", 1340, "2026-06-01"),
    elo("wren-3", 1400, "2026-06-01"),
  ]);
  assert.equal(boards("arena-elo", called("kite-1")), 1200);
  assert.equal(boards("arena-elo", called("wren-3")), 1370);
});

test("lists with no model in common are read as they are", async (t) => {
  const boards = await read(t, [elo("kite-1", 1200, "2026-01-01"), elo("wren-3", 1400, "2026-06-01")]);
  assert.equal(boards("arena-elo", called("wren-3")), 1400);
});

test("the mode is the last word of a name, whatever stands before it", () => {
  assert.deepEqual(
    [
      "gpt-5-high",
      "GPT-5 (minimal)",
      "o3_medium",
      "kite:thinking",
      "kite-NonReasoning",
      "kite",
      "highland",
    ].map(modeInName),
    ["high", "minimal", "medium", "thinking", "non-reasoning", undefined, undefined],
  );
});

const source = (rows: readonly (readonly number[])[]): ServedSource =>
  ({
    texts: rows.map((_, row) => `prompt ${row}`),
    models: (rows[0] ?? []).map((_, column) => ({ name: `m${column}` })),
    scores: Float32Array.from(rows.flat()),
  }) as unknown as ServedSource;

const orderOf = (standing: Float64Array): number[] =>
  Array.from(standing.keys()).toSorted((a, b) => (standing[b] ?? 0) - (standing[a] ?? 0));

test("on the same prompts models stand by their mean scores", () => {
  const standing = standInHindsight(
    source([
      [1, 0, 0.5],
      [1, 0.2, 0.4],
    ]),
  );
  assert.deepEqual(orderOf(standing), [0, 2, 1]);
  assert.ok(Math.abs((standing[0] ?? 0) - (standing[1] ?? 0) - 0.9) < 1e-6);
});

test("a model that was asked the easy prompts alone does not stand above a better one", () => {
  const rows = [
    ...Array.from({ length: 20 }, () => [0.95, 0.9, Number.NaN]),
    ...Array.from({ length: 20 }, () => [0.3, Number.NaN, 0.1]),
  ];
  // Plain means would put the second model first: it never saw a hard prompt.
  assert.deepEqual(orderOf(standInHindsight(source(rows))), [0, 1, 2]);
});

test("strengths are found again in made scores with holes", () => {
  const random = splitmix32(4);
  const strengths = [0.3, 0.1, -0.1, -0.3];
  const rows = Array.from({ length: 400 }, () => {
    const ease = 0.5 + 0.2 * drawNormal(random);
    return strengths.map((strength) =>
      random() < 0.4 ? Number.NaN : ease + strength + 0.05 * drawNormal(random),
    );
  });
  const standing = standInHindsight(source(rows));
  const mean = standing.reduce((sum, value) => sum + value, 0) / standing.length;
  for (const [column, strength] of strengths.entries())
    assert.ok(Math.abs((standing[column] ?? 0) - mean - strength) < 0.03, String(column));
});

test("a model without any score has no strength, and takes none from the others", () => {
  const standing = standInHindsight(
    source([
      [1, Number.NaN],
      [0, Number.NaN],
    ]),
  );
  assert.equal(standing[1], 0);
});

const priced = (inputUsdPerMTok?: number, outputUsdPerMTok?: number): CalledModel =>
  ({ name: "m", facts: { prices: { inputUsdPerMTok, outputUsdPerMTok } } }) as unknown as CalledModel;

test("the list price blends three of input with one of output, and is unknown where either is", () => {
  assert.equal(listPriceOf(priced(1, 5)), 2);
  for (const one of [priced(1), priced(undefined, 5), { ...priced(1, 5), facts: undefined }])
    assert.ok(Number.isNaN(listPriceOf(one)));
});
