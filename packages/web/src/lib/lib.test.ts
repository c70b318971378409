import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import fc from "fast-check";

import { browserName } from "./browser-name.ts";
import { toCsv } from "./values.ts";
import { diffLines, stableJson } from "./diff.ts";
import {
  ago,
  bytes,
  counted,
  DASH,
  percent,
  points,
  seconds,
  signedPoints,
  times,
  usd,
  usdRound,
} from "./format.ts";
import { pythonLiteral, shellQuote } from "./snippets.ts";

test("unknown numbers are dashes, never zero", () => {
  for (const show of [usd, percent, seconds]) assert.equal(show(null), DASH);
  assert.equal(usd(Number.NaN), DASH);
  assert.equal(usd(0), "$0");
});

test("dollars keep two digits that count, however small", () => {
  assert.deepEqual([12.4, 1234.5, 0.25, 0.0042, 0.0000031].map(usd), [
    "$12.40",
    "$1,235",
    "$0.250",
    "$0.0042",
    "$0.0000031",
  ]);
  assert.deepEqual([0.1, 0.001, 20, 12.4].map(usdRound), ["$0.1", "$0.001", "$20", "$12.4"]);
});

test("differences of shares are points, ratios are times, and one of a thing is singular", () => {
  assert.deepEqual(
    [0.021, 0.01, -0.12, 0].map((value) => points(value)),
    ["2.1 points", "1 point", "-12 points", "0 points"],
  );
  assert.deepEqual([signedPoints(0.02), signedPoints(-0.02), points(null)], ["+2 points", "-2 points", DASH]);
  assert.deepEqual([1.5, 13.6, 2, null].map(times), ["1.5×", "14×", "2×", DASH]);
  assert.deepEqual(
    [counted(1, "turn"), counted(0, "tool"), counted(1200, "turn")],
    ["1 turn", "0 tools", "1,200 turns"],
  );
});

test("times and sizes read as people say them", () => {
  const nowMs = Date.parse("2026-01-02T12:00:00Z");
  assert.equal(ago("2026-01-02T11:59:50Z", nowMs), "just now");
  assert.match(ago("2026-01-02T11:55:00Z", nowMs), /^5 min/);
  assert.equal(seconds(0.0042), "4.2 ms");
  assert.equal(seconds(12.34), "12.3 s");
  assert.equal(bytes(2 * 1024 ** 3), "2.0 GB");
});

test("a spreadsheet runs nothing of an exported table and reads every cell back", () => {
  const csv = toCsv(
    ["name", "n"],
    [
      ["=cmd()", 1],
      ['say "hi", then\nleave', -2.5],
      [null, true],
    ],
  );
  assert.equal(csv, `name,n\r\n'=cmd(),1\r\n"say ""hi"", then\nleave",-2.5\r\n,true`);
});

test("a difference holds both texts whole", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "{", "}"), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before.join("\n"), after.join("\n"));
      const without = (change: string) =>
        diff.filter((line) => line.change !== change).map((line) => line.text);
      assert.deepEqual(without("added"), before);
      assert.deepEqual(without("removed"), after);
    }),
  );
});

test("the same policy is the same text, whatever order its members came in", () => {
  assert.equal(stableJson({ b: [{ d: 1, c: 2 }], a: 0 }), stableJson({ a: 0, b: [{ c: 2, d: 1 }] }));
});

test("a quoted text reaches the program of a shell unchanged", { skip: process.platform === "win32" }, () => {
  for (const text of ["it's", `"$HOME" \`id\` \\ !x`, "两\nlines '' ", ""])
    assert.equal(execFileSync("sh", ["-c", `printf %s ${shellQuote(text)}`], { encoding: "utf8" }), text);
});

test("a literal for Python says None, True and False, and quotes as JSON does", () => {
  assert.equal(
    pythonLiteral({ a: null, b: [true, false], c: 'say "x"', d: {}, e: [] }),
    `{\n    "a": None,\n    "b": [\n        True,\n        False,\n    ],\n    "c": "say \\"x\\"",\n    "d": {},\n    "e": [],\n}`,
  );
});

test("browsers are distinguished although each one names the others", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  assert.equal(browserName(chrome), "Chrome on Linux");
  assert.equal(browserName(`${chrome} Edg/140.0`), "Edge on Linux");
  assert.equal(browserName(null), "Unknown browser");
});
