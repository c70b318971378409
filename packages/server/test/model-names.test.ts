// The models that names of gateways and local servers are taken for, in the shipped catalogue.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createCatalog } from "@signalbox/catalog";
import { readSelectRequest } from "@signalbox/engine";

const catalog = createCatalog();
const read = (entry: string | { readonly provider: string; readonly model: string }) => {
  const { candidates, warnings } = readSelectRequest({ messages: "hi", models: [entry] }, catalog);
  return { facts: candidates[0]?.facts, warnings: warnings.map(({ message, fix }) => `${message} ${fix}`) };
};

test("a known name with something more or less is that model", () => {
  const names = {
    "qwen3.6-35b": "qwen/qwen3.6-35b-a3b",
    "qwen3.6-35b-thinking": "qwen/qwen3.6-35b-a3b",
    "ollama/qwen3.6:35b": "qwen/qwen3.6-35b-a3b",
    "hf.co/unsloth/Qwen3.6-35B-A3B-GGUF:Q4_K_M": "qwen/qwen3.6-35b-a3b",
    "opus-4.8": "anthropic/claude-opus-4.8",
    "gpt-5.6-luna-turbo": "openai/gpt-5.6-luna",
    "gpt-4o-high": "openai/gpt-4o",
    gpt41: "openai/gpt-4.1",
    gemini25pro: "google/gemini-2.5-pro",
  };
  for (const [name, id] of Object.entries(names)) {
    const { facts, warnings } = read(name);
    assert.equal(facts?.id, id, name);
    assert.match(warnings[0] ?? "", new RegExp(`taken for ${id.replaceAll(".", "\\.")}`), name);
  }
  assert.equal(read("qwen3.6-35b-thinking").facts?.namedMode, "thinking");
});

test("latest is the newest of its line", () => {
  const { facts } = read("claude-opus-latest");
  const opuses = catalog.list().filter(({ id }) => /claude-opus-\d+(?:\.\d+)?$/.test(id));
  const newest = opuses.toSorted((a, b) => (b.releasedOn ?? "").localeCompare(a.releasedOn ?? ""))[0];
  assert.equal(facts?.id, newest?.id);
});

test("another size, another kind and an older version are no known model", () => {
  for (const name of ["gpt-5.6-nova", "qwen3-9b", "acme/x-405b", "claude", "gpt-19", "llama-3"])
    assert.equal(read(name).facts, undefined, name);
  assert.equal(read({ provider: "openai", model: "opus-4.8" }).facts, undefined);
  assert.match(read("gpt-5.6-nova").warnings[0] ?? "", /stranger.*Did you mean .*gpt-5/);
});

test("a newer version of a known line has its predecessor's facts, and says so", () => {
  const { facts, warnings } = read("gpt-6.3-sol");
  assert.deepEqual([facts?.id, facts?.predecessor], ["openai/gpt-6.3-sol", "openai/gpt-6.2-sol"]);
  assert.match(warnings[0] ?? "", /assumed from openai\/gpt-6\.2-sol/);
});

test("a name that is known is never taken for another, but for one that its host moves and the answer says so", () => {
  for (const { id } of catalog.list()) {
    const { facts, warnings } = read(id);
    const isMoved = warnings.some((words) => words.includes("moves from model to model"));
    const taken = warnings.filter((words) => /taken for|stranger/.test(words));
    assert.deepEqual([isMoved ? id : facts?.id, taken], [id, []]);
  }
});

test("any name is read", () => {
  const names = fc
    .string({ unit: "binary", minLength: 1, maxLength: 200 })
    .filter((name) => name.trim() !== "");
  fc.assert(
    fc.property(names, (name) => {
      const { facts } = read(name);
      const isKnown = catalog.list().some(({ id }) => id === facts?.id || id === facts?.predecessor);
      assert.ok(facts === undefined || isKnown);
    }),
  );
});
