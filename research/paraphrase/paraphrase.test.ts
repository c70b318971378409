import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { paraphrase, readPairsFile } from "./index.ts";

const MATHS =
  "Anna buys three crates of apples. Each crate holds twelve apples and costs four dollars. How many dollars does she need for the apples?";
const CHOICE = "Which gas do plants take in?\nA. Oxygen\nB. Carbon dioxide\nC. Helium\nD. Neon\nAnswer:";

function find(text: string, kind: string): string {
  const found = paraphrase(text, 42).find((one) => one.kind === kind);
  assert.ok(found, `no ${kind} for this text`);
  return found.text;
}

test("the same text and seed give the same wordings, another seed others", () => {
  assert.deepEqual(paraphrase(MATHS, 1), paraphrase(MATHS, 1));
  assert.notDeepEqual(paraphrase(MATHS, 1), paraphrase(MATHS, 2));
});

test("options change places under letters that stay in order", () => {
  const lines = find(CHOICE, "option order").split("\n");
  assert.deepEqual(
    lines.slice(1, 5).map((line) => line.slice(0, 2)),
    ["A.", "B.", "C.", "D."],
  );
  const contents = lines.slice(1, 5).map((line) => line.slice(3));
  assert.deepEqual(contents.toSorted(), ["Carbon dioxide", "Helium", "Neon", "Oxygen"]);
  assert.notDeepEqual(contents, ["Oxygen", "Carbon dioxide", "Helium", "Neon"]);
});

test("the question moves before its story without losing a word", () => {
  const moved = find(MATHS, "question first");
  assert.ok(moved.startsWith("How many dollars"));
  const words = (text: string): string[] => text.split(/\s+/).toSorted();
  assert.deepEqual(words(moved), words(MATHS));
});

test("frames hold the whole request", () => {
  assert.ok(find(MATHS, "frame").includes(MATHS));
  assert.ok(find(MATHS, "foreign frame").includes(MATHS));
});

test("numbers, code and formulas survive every rule", () => {
  const text =
    "Please calculate $x^2 + 3$ for the following code:\n```\nfor i in range(17): print(total)\n```\nUsing 42 apples, explain.";
  for (const { kind, text: reworded } of paraphrase(text, 3)) {
    assert.ok(reworded.includes("$x^2 + 3$"), kind);
    assert.ok(reworded.includes("for i in range(17): print(total)"), kind);
    assert.ok(reworded.includes("42"), kind);
  }
});

test("no text makes the generator fail or give an empty or unchanged wording", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }), fc.integer(), (text, seed) => {
      for (const reworded of paraphrase(text, seed)) {
        assert.notEqual(reworded.text, text);
        assert.ok(reworded.text.length > 0);
      }
    }),
  );
});

test("a file of pairs is read, and a faulty line named", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-pairs-"));
  t.after(() => rm(dir, { recursive: true }));
  const path = join(dir, "pairs.jsonl");
  await writeFile(
    path,
    '{"prompt":"a","paraphrase":"b"}\n{"original":"c","paraphrase":"d","kind":"typos"}\n',
  );
  assert.deepEqual(await readPairsFile(path), [
    { prompt: "a", paraphrase: "b", kind: "given" },
    { prompt: "c", paraphrase: "d", kind: "typos" },
  ]);
  await writeFile(path, '{"prompt":"a","paraphrase":"b"}\n{"prompt":1}\n');
  await assert.rejects(readPairsFile(path), { detail: /pairs\.jsonl line 2/ });
});
