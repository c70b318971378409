import assert from "node:assert/strict";
import { test } from "node:test";

import { readModeSuffix } from "./read-mode-suffix.ts";

test("every way of writing no thought is read as none", () => {
  for (const words of ["none", "no-thinking", "nothinking", "non-reasoning", "without-thinking"])
    assert.equal(readModeSuffix(`model-${words}`)?.mode, "none", words);
});

test("a budget in the name bounds the mode that it amounts to", () => {
  const named = readModeSuffix("claude-sonnet-4.5-thinking-1k");
  assert.deepEqual([named?.name, named?.mode, named?.budgetTokens], ["claude-sonnet-4.5", "low", 1_024]);
  assert.equal(readModeSuffix("claude-sonnet-4.5-high")?.budgetTokens, undefined);
});

test("words that vendors sell models under are distinguished from efforts, in any case", () => {
  const read = (name: string) => {
    const { mode, words, isVendorWord } = readModeSuffix(name)!;
    return [mode, words, isVendorWord];
  };
  assert.deepEqual(read("Qwen3-Max"), ["xhigh", "Max", true]);
  assert.deepEqual(read("kimi-k2-thinking"), ["thinking", "thinking", true]);
  assert.deepEqual(read("gpt-4o-High"), ["high", "High", false]);
  assert.deepEqual(read("gpt-5-x-high"), ["xhigh", "x-high", false]);
  assert.deepEqual(read("my-thinking-16k"), ["high", "thinking-16k", false]);
});

test("part of a word is no mode, nor is a name that is nothing else", () => {
  for (const name of ["gpt-5-mini", "supernone", "a-highland", "high", "-high"])
    assert.equal(readModeSuffix(name), undefined, name);
});
