import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { EVALUATION_DEFAULTS } from "./evaluation-data.ts";
import { hasErrors, readEvaluations } from "./read-evaluations.ts";

const OPTIONS = { ...EVALUATION_DEFAULTS, rowsMin: 1, random: () => 0.5 };

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function read(content: string | Uint8Array, options = OPTIONS, size = 7) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return readEvaluations({ chunks: chunked(bytes, size), fileName: "own.csv" }, options);
}

test("quotes, newlines and multi-byte letters survive chunk borders of 7 bytes", async () => {
  const table = await read(
    'prompt,openai/gpt-4o/score,a/b/score,a/b/cost\n"Say ""hé, 你好""\nnow",1,0.5,0.001\nplain,0,,\n',
  );
  assert.deepEqual(table.labels, ["openai/gpt-4o", "a/b"]);
  assert.equal(table.rows[0]?.prompt, 'Say "hé, 你好"\nnow');
  assert.equal(table.rows[0]?.costsUsd[1], 0.001);
  assert.ok(Number.isNaN(table.rows[1]?.scores[1]));
  assert.equal(hasErrors(table.checks), false);
});

test("UTF-16 with a byte order mark, as spreadsheets write it, is read like UTF-8", async () => {
  const text = "prompt\tx/y/score\nZürich\t1\n";
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big]) {
    const table = await read(bytes);
    assert.equal(table.rows[0]?.prompt, "Zürich");
    assert.equal(table.rows[0]?.scores[0], 1);
  }
});

test("a file without a line break is refused at the bound of a line, however much follows", async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; sent < 10_000; sent += 1) yield Buffer.alloc(65_536, "a");
  }
  await assert.rejects(
    readEvaluations({ chunks: endless(), fileName: "own.csv" }, OPTIONS),
    (error) =>
      error instanceof SignalboxError && error.code === "invalid_data" && /Line 1/.test(error.detail),
  );
  assert.ok(sent <= 260, `${sent} pieces were read`);
});

test("every row fault is reported with its line and column, and the other rows are still read", async () => {
  const table = await read("prompt,x/y/score\ngood,1\nbad,7\n,1\nworse,abc\nshort\nlast,0\n");
  const reported = table.checks
    .filter((check) => check.level === "error")
    .map((check) => [check.line, check.column]);
  assert.deepEqual(reported, [
    [3, "x/y/score"],
    [4, "prompt"],
    [5, "x/y/score"],
    [6, null],
  ]);
  assert.equal(table.rows.length, 2);
  assert.ok(hasErrors(table.checks));
});

test("lines are counted right behind broken rows, blank lines and line breaks in quotes", async () => {
  const table = await read('prompt,x/y/score\nshort\n\n"two\nlines",7\r\n"three\r\nmore\nlines",1\nlast,8\n');
  assert.deepEqual(
    table.checks.filter((check) => check.level === "error").map((check) => check.line),
    [2, 4, 9],
  );
});

test("JSON lines are read in the flat and in the nested form", async () => {
  const table = await read(
    '{"prompt":"a","x/y/score":1}\nnot json\n{"prompt":"b","scores":{"x/y":0.25},"costs":{"x/y":0.1}}\n',
  );
  assert.deepEqual(
    table.rows.map((row) => row.scores[0]),
    [1, 0.25],
  );
  assert.deepEqual(
    table.checks.filter(({ level }) => level === "error").map(({ line }) => line),
    [2],
  );
});

test("a file with more rows than are kept is sampled uniformly and says so", async () => {
  async function* many(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("prompt,x/y/score\n");
    for (let block = 0; block < 100; block += 1)
      yield Buffer.from(Array.from({ length: 100 }, (_, index) => `p${block * 100 + index},1\n`).join(""));
  }
  let state = 1;
  const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
  const options = { ...OPTIONS, rowsKeptMax: 500, random };
  const table = await readEvaluations({ chunks: many(), fileName: "many.csv" }, options);
  assert.equal(table.rows.length, 500);
  assert.equal(table.rowsSeen, 10_000);
  const mean = table.rows.reduce((sum, row) => sum + Number(row.prompt.slice(1)), 0) / 500;
  assert.ok(Math.abs(mean - 5000) < 500, `mean ${mean}`);
  assert.ok(table.checks.some((check) => check.message.includes("500 of 10000")));
});

test("a prompt that is repeated counts once, with the mean of its scores, and too few different ones are a fault", async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `Question ${index % 40},${index % 2}`);
  const repeated = await read(["prompt,x/y/score", "QUESTION  0,1", ...lines].join("\n"), OPTIONS, 65_536);
  assert.equal(repeated.rows.length, 40, JSON.stringify(repeated.checks.slice(0, 2)));
  assert.equal(repeated.rows[1]?.scores[0], 1);
  assert.ok(repeated.checks.some((check) => check.level === "note" && check.message.includes("repeat")));
  const same = `prompt,x/y/score\n${"one,1\n".repeat(1000)}`;
  const few = await read(same, { ...OPTIONS, rowsMin: 25 });
  assert.ok(few.checks.some((check) => check.level === "error" && check.message.includes("1 usable row")));
});

const BROKEN: readonly (readonly [what: string, content: string | Uint8Array, says: RegExp])[] = [
  ["empty", "", /empty/],
  ["no prompt column", "words,x/y/score\na,1\n", /no column "prompt".*words.*promptfoo/],
  ["two columns of one model", "prompt,x/y/score,x/y/score\na,1,0\n", /Two columns/],
  ["no score column", "prompt,x\na,1\n", /ends in \/score/],
  ["header only", "prompt,x/y/score\n", /no rows/],
  ["not text", Uint8Array.of(0x80, 0x81, 0xff, 0xc0, 0x80), /not text/],
];
for (const [what, content, says] of BROKEN) {
  test(`a file that is ${what} is refused with what to do`, async () => {
    await assert.rejects(
      read(content),
      (error) => error instanceof SignalboxError && error.code === "invalid_data" && says.test(error.detail),
    );
  });
}

test("a file of one model, and one of equal scores, train with a warning that names what is missing", async () => {
  const warnings = async (content: string) =>
    (await read(content)).checks.filter(({ level }) => level === "warning");
  const [one] = await warnings("prompt,a/b/score\none,1\ntwo,0\n");
  assert.equal(one?.column, "a/b/score");
  assert.match(one.message, /No other model has scores/);
  const [empty, alone] = await warnings("prompt,a/b/score,a/c/score\none,1,\ntwo,0,\n");
  assert.deepEqual([empty?.column, alone?.column], ["a/c/score", "a/b/score"]);
  const [equal] = await warnings("prompt,a/b/score,a/c/score\none,1,1\ntwo,1,1\n");
  assert.match(equal?.message ?? "", /Every score is 1/);
  assert.deepEqual(await warnings("prompt,a/b/score,a/c/score\none,1,0\ntwo,1,1\n"), []);
});

test("the rows of an account's export are a file of evaluations again", async () => {
  const record = { type: "custom_router_row", custom_router_id: "r", latencies: {}, pick: "a/b" };
  const lines = ["one", "two"].map((prompt, at) =>
    JSON.stringify({
      ...record,
      prompt,
      scores: { "a/b": 1, "a/c": at === 0 ? null : 0 },
      costs: { "a/b": 0.1 },
    }),
  );
  const { labels, rows, checks } = await read(lines.join("\n"));
  assert.deepEqual([labels, checks], [["a/b", "a/c"], []]);
  assert.deepEqual(
    rows.map(({ prompt, scores, costsUsd }) => [prompt, [...scores], [...costsUsd]]),
    [
      ["one", [1, Number.NaN], [0.1, Number.NaN]],
      ["two", [1, 0], [0.1, Number.NaN]],
    ],
  );
});
