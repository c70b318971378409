// Two names are one model only when they differ in case, in separators or at the seam of letters and digits.
import assert from "node:assert/strict";
import { test } from "node:test";

import { nameReadings } from "./name-readings.ts";
import { spellingKey } from "./spelling-key.ts";

test("case, separators and the seam of letters and digits make no difference", () => {
  const keys = ["Qwen2.5-72B", "qwen-2.5-72b", "QWEN_2.5 72B", " qwen2.5:72b "].map(spellingKey);
  assert.deepEqual(new Set(keys), new Set(["qwen-2-5-72-b"]));
});

test("sizes and versions stay apart, and a plus is a word", () => {
  const names = ["llama-3.1-8b", "llama-3.1-80b", "llama-31-8b", "command-a", "command-a+"];
  assert.equal(new Set(names.map(spellingKey)).size, names.length);
});

test("a name with a sign that no model has is no name", () => {
  for (const name of ["", "  ", "gpt/4", "gpt-4o;drop", "模型", "x".repeat(161)])
    assert.equal(spellingKey(name), undefined, name);
});

const plain = { isDotted: false, isFireworks: false };

test("the literal reading comes first, then those without date and variant", () => {
  const readings = nameReadings("gpt-4o-2024-08-06:free", plain);
  assert.equal(readings[0], "gpt-4o-2024-08-06:free");
  assert.ok(readings.includes("gpt-4o-2024-08-06"));
  assert.ok(readings.includes("gpt-4o"));
});

test("a variant that names another model is never dropped", () => {
  assert.deepEqual(nameReadings("llama3:70b", plain), ["llama3:70b"]);
});

test("revisions are dropped on Bedrock alone, and 3p1 is 3.1 on Fireworks alone", () => {
  assert.ok(nameReadings("claude-v2:1", { ...plain, isDotted: true }).includes("claude"));
  assert.ok(!nameReadings("claude-v2:1", plain).includes("claude"));
  assert.ok(nameReadings("llama-v3p1-8b", { ...plain, isFireworks: true }).includes("llama-3.1-8b"));
  assert.ok(!nameReadings("llama-v3p1-8b", plain).includes("llama-3.1-8b"));
});
