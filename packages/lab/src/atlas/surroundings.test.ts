import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SignalboxError } from "@signalbox/contracts";
import { ATLAS_DIR, loadAtlas } from "./atlas.ts";
import { SURROUNDING_KINDS, WRITERS, listSurroundings } from "./surroundings.ts";

const all = listSurroundings(ATLAS_DIR);

test("each writer gives every kind of surrounding in each language of the atlas, and none twice", () => {
  assert.ok(all.length >= 2_000, `${all.length} lines`);
  assert.deepEqual(
    new Set(all.map((line) => line.language)),
    new Set(loadAtlas().drills.map((drill) => drill.language)),
  );
  const kinds = [...SURROUNDING_KINDS, "exam_frame", "assent", "fact"];
  for (const language of new Set(all.map((line) => line.language)))
    for (const writer of WRITERS) {
      const own = all.flatMap(({ language: of, surrounding }) =>
        of === language && surrounding.writer === writer ? [surrounding.kind] : [],
      );
      assert.deepEqual([...new Set(own)].toSorted(), kinds.toSorted(), `${language} ${writer}`);
    }
  const texts = all.map(({ language, surrounding }) => {
    const text = surrounding.kind === "fact" ? `${surrounding.fact} ${surrounding.ask}` : surrounding.text;
    return `${language} ${text.toLowerCase()}`;
  });
  assert.equal(new Set(texts).size, texts.length);
});

test("the same ask stands behind facts that change its tier or its field", () => {
  const labels = new Map<string, Set<string>>();
  for (const { language, surrounding } of all)
    if (surrounding.kind === "fact") {
      const ask = `${language} ${surrounding.ask}`;
      labels.set(ask, (labels.get(ask) ?? new Set()).add(`${surrounding.field} ${surrounding.tier}`));
    }
  assert.ok([...labels.values()].filter(({ size }) => size > 1).length >= 60);
});

test("a line of the wrong form, language or number is refused with its place", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-surroundings-"));
  t.after(() => rmSync(dir, { recursive: true }));
  assert.deepEqual(listSurroundings(dir), []);
  mkdirSync(join(dir, "surroundings"));
  const good = { id: "vi-s-0001", writer: "a", kind: "greeting", text: "Chào bạn" };
  const refused = (...lines: readonly object[]): void => {
    writeFileSync(
      join(dir, "surroundings", "vi.jsonl"),
      lines.map((line) => JSON.stringify(line)).join("\n"),
    );
    const place = new RegExp(`vi\\.jsonl:${lines.length}`);
    assert.throws(
      () => listSurroundings(dir),
      (error) => error instanceof SignalboxError && place.test(error.detail),
    );
  };
  refused({ ...good, kind: "hum" });
  refused({ ...good, kind: "assent" });
  refused({ ...good, kind: "exam_frame", text: "Answer with the letter." });
  refused({ ...good, id: "de-s-0001" });
  refused(good, { ...good, text: "Em chào anh" });
});
