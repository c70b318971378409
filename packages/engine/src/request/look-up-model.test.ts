// What names of gateways and local servers are taken for, in the shipped catalogue.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createCatalog } from "@signalbox/catalog";

import { lookUpModel, nearestIds } from "./look-up-model.ts";

const catalog = createCatalog();
const takenFor = (model: string): string | undefined => lookUpModel(catalog, { model }).takenFor;

test("a known name with something more or less is that model", () => {
  const names = {
    "qwen3.6-35b": "qwen/qwen3.6-35b-a3b",
    "qwen3.6-35b-thinking": "qwen/qwen3.6-35b-a3b",
    "ollama/qwen3.6:35b": "qwen/qwen3.6-35b-a3b",
    "hf.co/unsloth/Qwen3.6-35B-A3B-GGUF:Q4_K_M": "qwen/qwen3.6-35b-a3b",
    "ollama/llama3.1:8b-instruct-q4_0": "meta/llama-3.1-8b-instruct",
    "opus-4.8": "anthropic/claude-opus-4.8",
    "gpt-5.6-luna-turbo": "openai/gpt-5.6-luna",
    "gpt-4o-high": "openai/gpt-4o",
  };
  for (const [name, id] of Object.entries(names)) assert.equal(takenFor(name), id, name);
  assert.equal(lookUpModel(catalog, { model: "qwen3.6-35b-thinking" }).facts?.namedMode, "thinking");
});

test("latest is the newest of its line", () => {
  const { facts } = lookUpModel(catalog, { model: "claude-opus-latest" });
  const opuses = catalog.list().filter(({ id }) => /claude-opus-\d+(?:\.\d+)?$/.test(id));
  const newest = opuses.toSorted((a, b) => (b.releasedOn ?? "").localeCompare(a.releasedOn ?? ""))[0];
  assert.equal(facts?.id, newest?.id);
});

test("another size, another kind and another version are no known model", () => {
  for (const name of ["gpt-5.6-nano", "qwen3-9b", "acme/x-405b", "gpt-5.7-sol", "claude", "gpt-9", "llama-3"])
    assert.equal(lookUpModel(catalog, { model: name }).facts, undefined, name);
  assert.equal(lookUpModel(catalog, { provider: "openai", model: "opus-4.8" }).facts, undefined);
});

test("a name that is known is never taken for another, and any text is looked up", () => {
  fc.assert(
    fc.property(fc.constantFrom(...catalog.list()), fc.string({ unit: "binary" }), ({ id }, noise) => {
      assert.equal(lookUpModel(catalog, { model: id }).takenFor, undefined);
      const { facts } = lookUpModel(catalog, { model: noise });
      assert.ok(facts === undefined || catalog.list().some((known) => known.id === facts.id));
      assert.ok(nearestIds(noise, catalog).length <= 3);
    }),
  );
});
