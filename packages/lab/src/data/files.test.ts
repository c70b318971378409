// Every file of a folder: what is read, what is refused, and with which words.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { forEachCsvRow, parseAmount, readTextFile } from "./csv-rows.ts";
import { GrowingColumn, applyLatencyFile, parseOutcomesFile } from "./assemble-dataset.ts";
import { textFile } from "./made-dataset.suite.ts";
import { parsePromptsFile, PROMPT_CHARACTERS_MAX, parseModelsFile, parseSplitsFile } from "./prompts-file.ts";

function rowsOf(text: string, columns = { required: ["a", "b"], optional: ["c"] }): string[][] {
  const rows: string[][] = [];
  forEachCsvRow(textFile("made.csv", text), columns, (fields, line) => rows.push([...fields, String(line)]));
  return rows;
}

test("columns come in the order asked for, whatever their order in the file, and absent ones are empty", () => {
  assert.deepEqual(rowsOf("b,x,a\n1,2,3\n4,5,6\n"), [
    ["3", "1", "", "2"],
    ["6", "4", "", "3"],
  ]);
  assert.deepEqual(rowsOf("a,b,c\n1,2,3"), [["1", "2", "3", "2"]]);
});

test("a byte order mark, carriage returns and blank lines change nothing", () => {
  assert.deepEqual(rowsOf("\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n"), [
    ["1", "2", "", "2"],
    ["3", "4", "", "4"],
  ]);
});

test("quoted fields hold commas, quotes and line breaks; both readers agree where nothing is quoted", () => {
  assert.deepEqual(
    rowsOf('a,b\n"x, y","say ""hi"""\n"two\nlines",z\n').map((fields) => fields.slice(0, 2)),
    [
      ["x, y", 'say "hi"'],
      ["two\nlines", "z"],
    ],
  );
  const field = fc.stringMatching(/^[a-z0-9 .-]{1,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 8 }), (pairs) => {
      const plain = ["a,b", ...pairs.map((pair) => pair.join(","))].join("\n");
      const quoted = ["a,b", ...pairs.map((pair) => pair.map((one) => `"${one}"`).join(","))].join("\n");
      const withoutLines = (rows: string[][]): string[][] => rows.map((row) => row.slice(0, 2));
      assert.deepEqual(withoutLines(rowsOf(plain)), withoutLines(rowsOf(quoted)));
    }),
  );
});

test("faults of a CSV file name the file, the line and what was expected", () => {
  assert.throws(() => rowsOf(""), { code: "invalid_data", detail: /made\.csv line 1: empty file/ });
  assert.throws(() => rowsOf("a,x\n1,2\n"), { detail: /line 1: missing column b/ });
  assert.throws(() => rowsOf("a,b\n1\n"), { detail: /line 2: expected 2 fields, found 1/ });
  assert.throws(() => rowsOf('a,b\n"1,2\n'), { detail: /made\.csv: not valid CSV/ });
});

test("an amount is a finite number from 0, or unknown when it is empty", () => {
  const at = { line: 3, column: "cost_usd" };
  assert.ok(Number.isNaN(parseAmount("", "f", at)));
  assert.equal(parseAmount("1e-3", "f", at), 0.001);
  for (const bad of ["-1", "Infinity", "NaN", "one"])
    assert.throws(() => parseAmount(bad, "f.csv", at), { detail: /f\.csv line 3: cost_usd is/ });
});

test("a column that grows keeps every value, and a value may be put in later", () => {
  const column = new GrowingColumn(2);
  for (let i = 0; i < 9; i += 1) column.push(i);
  column.set(4, 40);
  assert.equal(column.length, 9);
  assert.deepEqual([...column.view()], [0, 1, 2, 3, 40, 5, 6, 7, 8]);
});

const ROWS = new Map([
  ["p1", 0],
  ["p2", 1],
]);
const outcomes = (text: string) => parseOutcomesFile(textFile("s.outcomes.csv", text), ROWS);

test("unknown scores are skipped, not read as zero, and models are numbered in order of first sight", () => {
  const found = outcomes("id,model,score,cost_usd\np1,b,,\np1,a,0.5,0.25\np2,b,1,\n");
  assert.deepEqual(found.modelNames, ["b", "a"]);
  assert.deepEqual([...found.score.view()], [0.5, 1]);
  assert.deepEqual([...found.model.view()], [1, 0]);
  assert.deepEqual([...found.costUsd.view()], [0.25, Number.NaN]);
});

test("an unknown score still counts as the outcome of its prompt and model", () => {
  assert.throws(() => outcomes("id,model,score\np1,a,\np1,a,1\n"), {
    detail: /line 3: a second outcome of "a"/,
  });
  assert.throws(() => outcomes("id,model,score\np1,,1\n"), { detail: /line 2: the model is empty/ });
});

test("latencies go to the outcome of their prompt and model; those without a scored outcome are left out", () => {
  const found = outcomes("id,model,score\np1,a,1\np2,a,\n");
  const latencies = "id,model,latency_ms\np2,a,5\np1,other,6\np1,a,7\n";
  applyLatencyFile(textFile("s.latency.csv", latencies), ROWS, found);
  assert.deepEqual([...found.latencyMs.view()], [7]);
  assert.throws(
    () => applyLatencyFile(textFile("s.latency.csv", "id,model,latency_ms\nzz,a,5\n"), ROWS, found),
    { detail: /s\.latency\.csv line 2: no prompt has the id "zz"/ },
  );
});

const prompts = (text: string) => parsePromptsFile(textFile("s.prompts.jsonl", text), "s");

test("a prompt without a data set takes its source's name, and blank lines are passed over", () => {
  const [first, second] = prompts(
    '{"id":"1","prompt":"Hi"}\n\n{"id":"2","prompt":"Ho","dataset":"d","subset":"u","split":"test"}\n',
  );
  assert.deepEqual(first, { id: "1", task: "s", text: "Hi", subset: "", sourceSplit: "" });
  assert.deepEqual(second, { id: "2", task: "d", text: "Ho", subset: "u", sourceSplit: "test" });
});

test("faulty prompts are refused with their line", () => {
  assert.throws(() => prompts("\n[1]\n"), { detail: /s\.prompts\.jsonl line 2: expected a JSON object/ });
  assert.throws(() => prompts('{"id":3,"prompt":"x"}'), { detail: /line 1: "id" must be a string/ });
  assert.throws(() => prompts(""), { detail: /no prompt in the file/ });
  const long = JSON.stringify({ id: "1", prompt: "x".repeat(PROMPT_CHARACTERS_MAX + 1) });
  assert.throws(() => prompts(long), { detail: /longer than 2000000 characters/ });
});

test("models.csv and splits.csv are keyed by source and name, and say what is wrong with a row", () => {
  const names = parseModelsFile(textFile("models.csv", "source,model,canonical\ns,m,Model M\n"));
  assert.equal(names.get("s\0m")?.canonical, "Model M");
  assert.throws(() => parseModelsFile(textFile("models.csv", "source,model,canonical\ns,m,\n")), {
    detail: /line 2: the canonical name is empty/,
  });
  const head = "source,id,group,benchmark_split,release_split\n";
  const splits = parseSplitsFile(textFile("splits.csv", `${head}s,1,4,eval_only,never\n`));
  assert.deepEqual(splits.get(["s", "1"].join("\0")), { group: 4, benchmark: 3, release: 5 });
  assert.throws(() => parseSplitsFile(textFile("splits.csv", `${head}s,1,x,dev,dev\n`)), {
    detail: /line 2: group "x" is not a whole number/,
  });
});

test("text files are read plain or gzipped with the same digest, and a fault never names a folder", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-text-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "a.csv"), "grün\n");
  await writeFile(join(dir, "b.csv.gz"), gzipSync("grün\n"));
  await writeFile(join(dir, "c.csv"), Buffer.from([0xff, 0xfe, 0xfd]));
  const [plain, packed] = await Promise.all([
    readTextFile(join(dir, "a.csv")),
    readTextFile(join(dir, "b.csv.gz")),
  ]);
  assert.equal(packed.text, plain.text);
  assert.equal(packed.sha256, plain.sha256);
  await assert.rejects(readTextFile(join(dir, "c.csv")), { detail: "c.csv: not valid UTF-8" });
  await assert.rejects(readTextFile(join(dir, "none.csv")), { detail: "none.csv: cannot be read" });
});
