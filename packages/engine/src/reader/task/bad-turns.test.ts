// Turns that nobody should send: features stay within their room, and what is looked at stays small, counted in steps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTaskText } from "../conversation/task-text.ts";
import { createTaskFeatures, ROW_MAX, SEGMENTS_MOST } from "./task-features.ts";
import { HASH_SLOTS, hashingOf } from "./task-hashing.ts";

const features = createTaskFeatures("", hashingOf(new Uint8Array(HASH_SLOTS / 8).fill(0xff)));
const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

const prose = "The harbour was quiet that morning and nobody spoke of the storm. ";
const TURNS: Readonly<Record<string, string>> = {
  "a megabyte of greetings": "hello there! ".repeat(80_000),
  "a question in the midst of 300 KB": `${prose.repeat(2_300)}\n\nWhich ship sank?\n\n${prose.repeat(2_300)}`,
  "twenty thousand sentences of one word": "Stop. ".repeat(20_000),
  "mixed directions": "\u202eشكرا hello \u202cשלום, translate this. ".repeat(2_000),
  "lone surrogates": "\ud800\udfff\ud83d ".repeat(5_000),
  "only quotation marks": '"“”„«»'.repeat(4_000),
  "an empty ask": "   \n\n\t ",
  "ten asks": Array.from({ length: 10 }, (_, at) => `Prove claim ${at}.`).join(" "),
  "a fence in each line": "```\n".repeat(20_000),
};

for (const [name, turn] of Object.entries(TURNS))
  test(`${name}: every segment has its place, within the room of a row`, () => {
    const text = textOf(turn);
    const looked = text.parts.reduce((sum, part) => sum + part.text.length, 0);
    assert.ok(looked <= 2_700, `${looked} characters in parts`);
    const row = features.read(text);
    assert.ok(row.segmentCount <= SEGMENTS_MOST && row.count < ROW_MAX);
    let from = 0;
    for (let segment = 0; segment < row.segmentCount; segment += 1) {
      const [words, to] = [row.hashedFrom[segment]!, row.ends[segment]!];
      assert.ok(from <= words && words <= to);
      from = to;
    }
    assert.equal(from, row.count);
    assert.ok(row.values.subarray(0, row.count).every(Number.isFinite));
  });
