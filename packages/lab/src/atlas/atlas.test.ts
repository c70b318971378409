import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync, readFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";
import { ATLAS_DIR, loadAtlas, SURROUNDING_KINDS, WRITERS, listSurroundings } from "./atlas.ts";
import { loadRewordings, REWORDING_KINDS } from "./wordings.ts";

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

const [header = [], ...lines] = readFileSync(join(ATLAS_DIR, "lexicon", "words.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t"));

test("the table of words has a column for every language of the drills, and every cell is filled", () => {
  const languages = new Set(loadAtlas().drills.map(({ language }) => language));
  assert.deepEqual(new Set(header.slice(1)), languages);
  for (const line of lines) {
    assert.equal(line.length, header.length, line[0]);
    assert.ok(
      line.every((cell) => cell.trim() !== ""),
      line[0],
    );
  }
});

test("a star stands only at the end of a stem", () => {
  for (const [name = "", ...cells] of lines)
    for (const entry of cells.flatMap((cell) => cell.split(" | ")))
      assert.ok(!entry.slice(0, -1).includes("*"), `${name}: ${entry}`);
});

const topicsOf = (language: string): string[][] =>
  readFileSync(join(ATLAS_DIR, "lexicon", `${language}.tsv`), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t"))
    .filter((_, index, all) => index >= all.findIndex(([name = ""]) => name.startsWith("t_")));

test("every language has words for the same topics", () => {
  const names = topicsOf("en").map(([name]) => name);
  for (const language of header.slice(1)) {
    const topics = topicsOf(language);
    assert.deepEqual(
      topics.map(([name]) => name),
      names,
      language,
    );
    for (const [name, words = ""] of topics) assert.ok(words.split(" | ").length >= 3, `${language} ${name}`);
  }
});

test("concepts, the table and topics follow each other in the lexicon, each name once", () => {
  const names = loadAtlas()
    .lexicon.split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(0, line.indexOf("\t")));
  assert.equal(new Set(names).size, names.length);
  const later = [...lines.map(([name]) => name), ...topicsOf("en").map(([name]) => name)];
  assert.deepEqual(names.slice(-later.length), later);
});

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
