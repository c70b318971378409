// Drills: short requests that train and never judge.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";
import { loadAtlas } from "./atlas.ts";
import { MATTER_KINDS, readDrills } from "./drills.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-drills-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("the drills ask for every operation in 18 languages of the atlas, and in all fields", () => {
  const { drills, entries } = loadAtlas();
  const languages = new Set(drills.map(({ language }) => language));
  assert.equal(languages.size, 18);
  const asked = new Set(entries.map(({ language }) => language));
  assert.deepEqual([...languages.difference(asked)], []);
  for (const language of languages) {
    const own = drills.filter((drill) => drill.language === language);
    assert.equal(new Set(own.map(({ label }) => label.op)).size, OPERATIONS.length, language);
  }
  assert.equal(new Set(drills.map(({ label }) => label.field)).size, TASK_FIELDS.length);
  assert.equal(new Set(drills.map(({ carries }) => carries)).size, MATTER_KINDS.length + 1);
});

test("no drill is a request that judges", () => {
  const { drills, entries } = loadAtlas();
  const judged = new Set(
    entries.filter(({ isHeldOut }) => isHeldOut).map(({ template }) => template.at(-1)?.content.trim()),
  );
  assert.deepEqual(
    drills.map(({ text }) => text).filter((text) => text.length > 12 && judged.has(text)),
    [],
  );
});

test("the place of a carried text is cut out and kept as its kind", () => {
  writeFileSync(
    join(folder, "drills.tsv"),
    "en\tsummarise\tbusiness\t1\t20-80\t{{text}} short version, please\n",
  );
  const [drill] = readDrills(join(folder, "drills.tsv"));
  assert.equal(drill?.text, "short version, please");
  assert.equal(drill?.carries, "text");
  assert.deepEqual(drill?.label.tokens, [20, 80]);
});

test("a faulty drill is refused with its file and line", () => {
  for (const line of ["hum\tdata\t1\t1-6\thello", "act\tdata\t7\t1-6\thello", "act\tdata\t1\t1-6\t{{log}}"]) {
    writeFileSync(join(folder, "drills.tsv"), `en\tconverse\teveryday\t1\t1-6\thi\nen\t${line}\n`);
    assert.throws(
      () => readDrills(join(folder, "drills.tsv")),
      (error) => error instanceof SignalboxError && error.detail.includes("drills.tsv:2"),
    );
  }
});
