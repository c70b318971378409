import assert from "node:assert/strict";
import { test } from "node:test";
import { settleMode } from "@signalbox/contracts";

import { createCatalog } from "../create-catalog.ts";

const catalog = createCatalog();

function modeOf(model: string): string | undefined {
  const facts = catalog.resolve({ model });
  return facts && `${facts.id} ${facts.namedMode ?? facts.modes?.default ?? "-"}`;
}

test("the mode at the end of a name is read, in all the ways that hosts write it", () => {
  const expected: Readonly<Record<string, string>> = {
    "gpt-5-high": "openai/gpt-5 high",
    "gpt-5-mini-low": "openai/gpt-5-mini low",
    "openai/gpt-5-minimal": "openai/gpt-5 minimal",
    "gpt-5.6-sol-xhigh": "openai/gpt-5.6-sol xhigh",
    "o3-2025-04-16-high": "openai/o3 high",
    "claude-sonnet-4.5:thinking": "anthropic/claude-sonnet-4.5 thinking",
    "claude-haiku-4-5-20251001-thinking-16k": "anthropic/claude-haiku-4.5 high",
    "openrouter/anthropic/claude-3.7-sonnet:thinking": "anthropic/claude-3.7-sonnet thinking",
    "gemini-2.5-flash-no-thinking": "google/gemini-2.5-flash none",
    "gemini-2.5-flash-nothinking": "google/gemini-2.5-flash none",
    "deepseek-v3.1-think": "deepseek/deepseek-v3.1 thinking",
    "gpt-oss-20b-low": "openai/gpt-oss-20b low",
    "claude-sonnet-4.5-none": "anthropic/claude-sonnet-4.5 none",
    "gpt-5-none": "openai/gpt-5 none",
    "gpt-4o-none": "openai/gpt-4o -",
  };
  for (const [name, found] of Object.entries(expected)) assert.equal(modeOf(name), found);
});

test("a budget in the name is kept beside the mode that it amounts to", () => {
  const facts = catalog.resolve({ model: "claude-sonnet-4.5-thinking-1k" });
  assert.deepEqual([facts?.namedMode, facts?.namedBudgetTokens], ["low", 1_024]);
});

test("words of a model's own name are no mode, and a model that does not think has none", () => {
  for (const own of ["kimi-k2-thinking", "qwen3-max", "gpt-5.1-codex-max", "mistral-medium-3"])
    assert.equal(catalog.resolve({ model: own })?.namedMode, undefined, own);
  assert.equal(catalog.resolve({ model: "gpt-4o-high" }), undefined);
  assert.equal(catalog.resolve({ model: "gpt-4o" })?.modes, undefined);
});

test("a call that states no mode gets its provider's default", () => {
  const defaults: Readonly<Record<string, string>> = {
    "gpt-5": "medium",
    "gpt-5.1": "none",
    "gpt-5.6-sol": "medium",
    "claude-opus-4.8": "none",
    "claude-sonnet-5": "high",
    "claude-opus-5.5": "medium",
    "claude-haiku-5.5": "medium",
    "gpt-6.1-terra": "medium",
    "gemini-2.5-pro": "thinking",
    "gemini-3-pro-preview": "high",
    "gpt-oss-120b": "medium",
    "deepseek-r1": "thinking",
  };
  for (const [model, mode] of Object.entries(defaults))
    assert.equal(catalog.resolve({ model })?.modes?.default, mode, model);
});

test("every default is a listed mode, every mode that thinks has hidden tokens, more of them with more effort", () => {
  const efforts = ["low", "medium", "high", "xhigh"];
  for (const { id, modes } of catalog.list()) {
    if (modes === undefined) continue;
    assert.equal(settleMode(modes, modes.default), modes.default, id);
    for (const { mode, hidden } of modes.modes)
      assert.equal(
        hidden !== undefined && hidden.tokens > 15,
        mode !== "none" && mode !== "minimal",
        `${id} ${mode}`,
      );
    const levels = efforts.flatMap(
      (effort) => modes.modes.find(({ mode }) => mode === effort)?.hidden?.tokens ?? [],
    );
    assert.deepEqual(
      levels,
      levels.toSorted((a, b) => a - b),
      id,
    );
  }
});

test("no first token of a mode holds thought", () => {
  const waits = catalog
    .list()
    .flatMap(({ modes }) => modes?.modes.flatMap(({ firstTokenS }) => firstTokenS ?? []) ?? []);
  assert.ok(waits.length > 100);
  assert.ok(waits.toSorted((a, b) => a - b)[Math.floor(0.95 * waits.length)]! < 5);
});
