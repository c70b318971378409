import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";

import { ATLAS_DIR, loadAtlas } from "./atlas.ts";

const { entries, lexicon } = loadAtlas();
const made: string[] = [];
after(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function copyWith(file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-atlas-"));
  made.push(folder);
  cpSync(ATLAS_DIR, folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  return folder;
}

test("the atlas holds what its guide promises", () => {
  const languages = new Set(entries.map(({ language }) => language));
  assert.ok(entries.length >= 3_000, `${entries.length} requests`);
  assert.ok(languages.size >= 14, [...languages].join(" "));
  for (const language of languages) {
    const own = entries.filter((entry) => entry.language === language);
    assert.equal(new Set(own.map(({ author }) => author.op)).size, OPERATIONS.length, language);
    assert.equal(new Set(own.map(({ author }) => author.tier)).size, 5, language);
  }
  assert.equal(new Set(entries.map(({ author }) => author.field)).size, TASK_FIELDS.length);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
});

test("about a fifth is held out, and no carried text stands on both sides", () => {
  const held = entries.filter(({ isHeldOut }) => isHeldOut);
  assert.ok(held.length > entries.length * 0.15 && held.length < entries.length * 0.25, `${held.length}`);
  const long = (entry: (typeof entries)[number]): string[] =>
    entry.messages.flatMap(({ content }) => (content.length > 1_200 ? [content.slice(-900)] : []));
  const trained = new Set(entries.filter(({ isHeldOut }) => !isHeldOut).flatMap(long));
  assert.deepEqual(
    held.flatMap(long).filter((text) => trained.has(text)),
    [],
  );
});

test("every carried text stands in its place", () => {
  for (const { id, messages } of entries)
    for (const { content } of messages) assert.doesNotMatch(content, /\{\{\d\}\}/, id);
});

test("each concept of the lexicon has words", () => {
  const lines = lexicon.trim().split("\n");
  assert.ok(lines.length > 150);
  for (const line of lines) assert.ok(line.split("\t")[1]?.includes(" | "), line);
});

test("a faulty line is refused with its file and line", () => {
  const fault = (file: string, text: string): void => {
    assert.throws(
      () => loadAtlas(copyWith(file, text)),
      (error) =>
        error instanceof SignalboxError &&
        error.code === "invalid_data" &&
        /vi\S*\.jsonl:1/.test(error.detail),
    );
  };
  fault("requests/vi.jsonl", "{");
  fault("requests/vi.jsonl", JSON.stringify({ id: "vi-0001", lang: "vi" }));
  fault(
    "labels/vi.a.jsonl",
    JSON.stringify({ id: "vi-0001", op: "hum", field: "data", tier: 1, tokens: [1, 2] }),
  );
  fault(
    "labels/vi.a.jsonl",
    JSON.stringify({ id: "vi-0001", op: "act", field: "data", tier: 1, tokens: [3, 2] }),
  );
});
