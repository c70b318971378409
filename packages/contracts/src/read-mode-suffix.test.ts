import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelFacts } from "./model-facts.ts";
import { findModelInMode, readModeSuffix } from "./read-mode-suffix.ts";

test("an effort at the end of a name is a mode, however it is joined and written", () => {
  for (const [name, plain, mode] of [
    ["gpt-5-high", "gpt-5", "high"],
    ["gpt-5_low_effort", "gpt-5", "low"],
    ["gpt-5:X-High", "gpt-5", "xhigh"],
    ["gpt-5.2 minimal-reasoning", "gpt-5.2", "minimal"],
    ["claude-sonnet-4.5-none", "claude-sonnet-4.5", "none"],
    ["gemini-2.5-flash-no-thinking", "gemini-2.5-flash", "none"],
    ["glm-5-non-reasoning", "glm-5", "none"],
    ["qwen3-32b-without-think", "qwen3-32b", "none"],
  ] as const) {
    const found = readModeSuffix(name);
    assert.deepEqual([found?.name, found?.mode, found?.isVendorWord], [plain, mode, false], name);
  }
});

test("words that vendors sell models under may belong to the name", () => {
  for (const [name, mode] of [
    ["kimi-k2-thinking", "thinking"],
    ["phi-4-reasoning", "thinking"],
    ["qwen3-max", "xhigh"],
  ] as const) {
    const found = readModeSuffix(name);
    assert.deepEqual([found?.mode, found?.isVendorWord], [mode, true], name);
  }
});

test("a budget is a mode of its size, and the most that may be thought", () => {
  const [small, large] = [
    readModeSuffix("claude-sonnet-4.5-thinking-1k"),
    readModeSuffix("claude-sonnet-4.5-thinking-64k"),
  ];
  assert.deepEqual([small?.budgetTokens, large?.budgetTokens], [1_024, 65_536]);
  assert.notEqual(small?.mode, large?.mode);
  assert.equal(small?.words, "thinking-1k");
});

test("other names have none", () => {
  for (const name of ["gpt-4o", "highland", "o3", "a-high", "mistral-medium-3", "-high", ""])
    assert.equal(readModeSuffix(name), undefined, name);
});

test("a model is found behind the mode that its name ends in", () => {
  const facts = { id: "openai/gpt-4o" } as ModelFacts;
  const catalog = {
    resolve: ({ model }: { readonly model: string }) => (model === "gpt-4o" ? facts : undefined),
  };
  const found = findModelInMode(catalog, { model: "gpt-4o-high" });
  assert.equal(found?.facts, facts);
  assert.equal(found?.named.words, "high");
  assert.equal(findModelInMode(catalog, { model: "gpt-9-high" }), undefined);
  assert.equal(findModelInMode(catalog, { model: "gpt-4o" }), undefined);
});
