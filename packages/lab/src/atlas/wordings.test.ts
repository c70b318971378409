// Wordings: the same request in the words of different people.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";
import { loadAtlas, ATLAS_DIR, openMatterByKind } from "./atlas.ts";
import { loadRewordings, readWordings, WORDING_STYLES } from "./wordings.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-wordings-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const atlas = loadAtlas();
const groups = Map.groupBy(atlas.wordings, ({ group }) => group);

/** Without words in the lexicon, so that they have no drills. */
const WITHOUT_DRILLS = ["cs", "el", "fi", "id", "sv", "uk"];

test("every language has requests of every operation and field, each in two wordings or more that share their labels", () => {
  const languages = new Set(atlas.wordings.map(({ language }) => language));
  const drilled = atlas.drills.map(({ language }) => language);
  assert.deepEqual(languages, new Set([...drilled, ...WITHOUT_DRILLS]));
  for (const language of languages) {
    const own = atlas.wordings.filter((wording) => wording.language === language);
    assert.equal(new Set(own.map(({ labels }) => labels[0]?.op)).size, OPERATIONS.length, language);
    assert.equal(new Set(own.map(({ labels }) => labels[0]?.field)).size, TASK_FIELDS.length, language);
  }
  for (const [group, wordings] of groups) {
    assert.ok(wordings.length >= 2, group);
    assert.equal(new Set(wordings.map(({ labels }) => JSON.stringify(labels))).size, 1, group);
    assert.equal(new Set(wordings.map(({ carries }) => carries)).size, 1, group);
    assert.equal(wordings[0]?.style, "plain", group);
  }
  assert.equal(new Set(atlas.wordings.map(({ style }) => style)).size, WORDING_STYLES.length);
});

test("no wording is a request that judges", () => {
  const judged = new Set([
    ...atlas.entries
      .filter(({ isHeldOut }) => isHeldOut)
      .map(({ template }) => template.at(-1)?.content.trim()),
    ...loadRewordings(ATLAS_DIR).flatMap(({ plain, reworded }) => [plain, reworded]),
  ]);
  assert.deepEqual(
    atlas.wordings.map(({ text }) => text).filter((text) => text.length > 16 && judged.has(text)),
    [],
  );
});

test("texts to carry come from the training part alone, of every kind", () => {
  const byKind = openMatterByKind(atlas);
  assert.deepEqual([...byKind.keys()].toSorted(), ["code", "log", "table", "text"]);
  const judged = new Set(
    atlas.entries
      .filter(({ isHeldOut }) => isHeldOut)
      .flatMap(({ matter }) => matter.map((name) => atlas.texts.get(name))),
  );
  for (const texts of byKind.values())
    assert.ok(texts.length > 5 && texts.every((text) => !judged.has(text)));
});

test("a faulty wording is refused with its file and line", () => {
  mkdirSync(join(folder, "wordings"));
  const good = "en-001\tact\tdata\t1\t1-6\tplain\tsend it";
  for (const line of [
    "en-001\tact\tdata\t1\t1-6\tplain",
    "en-001\thum\tdata\t1\t1-6\tplain\thi",
    "en-001\tact\tdata\t1\t1-6\todd\thi",
  ]) {
    writeFileSync(join(folder, "wordings", "en.tsv"), `${good}\n${line}\n`);
    assert.throws(
      () => readWordings(folder),
      (error) => error instanceof SignalboxError && error.detail.includes("en.tsv:2"),
    );
  }
});
