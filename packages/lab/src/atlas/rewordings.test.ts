import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SignalboxError } from "@signalbox/contracts";
import { ATLAS_DIR, loadAtlas } from "./atlas.ts";
import { loadRewordings, REWORDING_KINDS } from "./rewordings.ts";

test("at least forty requests stand in six other wordings each, and none trains the reading", () => {
  const rewordings = loadRewordings(ATLAS_DIR);
  assert.ok(new Set(rewordings.map(({ plain }) => plain)).size >= 40);
  assert.equal(rewordings.length % REWORDING_KINDS.length, 0);
  for (const { plain, reworded } of rewordings) assert.notEqual(plain, reworded);
  const { entries, drills } = loadAtlas();
  const trained = new Set([
    ...entries.map(({ template }) => template.at(-1)?.content.trim()),
    ...drills.map(({ text }) => text),
  ]);
  assert.deepEqual(
    rewordings.flatMap(({ plain, reworded }) => [plain, reworded]).filter((text) => trained.has(text)),
    [],
  );
});

test("a request that lacks a wording is refused with its place", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-rewordings-"));
  t.after(() => rmSync(dir, { recursive: true }));
  assert.deepEqual(loadRewordings(dir), []);
  writeFileSync(join(dir, "rewordings.tsv"), "plain\tSay hello.\nterse\thello\n");
  assert.throws(
    () => loadRewordings(dir),
    (error) => error instanceof SignalboxError && error.detail.includes("block 1"),
  );
});
