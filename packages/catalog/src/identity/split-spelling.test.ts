// A spelling is taken apart word by word; a word that nobody knows makes the whole spelling unknown, never a guess.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSpelling, nameReadings, spellingKey } from "./split-spelling.ts";

test("host, vendor and name are distinguished, in whatever field they come", () => {
  const wanted = {
    hosts: ["openrouter"],
    namespace: "openai",
    vendor: "openai",
    name: "gpt-4o",
    isDotted: false,
  };
  assert.deepEqual(splitSpelling({ model: "openrouter/openai/gpt-4o" }), wanted);
  assert.deepEqual(splitSpelling({ provider: "openrouter", model: "openai/gpt-4o" }), wanted);
  assert.deepEqual(splitSpelling({ provider: "OpenRouter", model: " OpenAI/GPT-4o " }), wanted);
});

test("a bare name claims neither vendor nor host", () => {
  assert.deepEqual(splitSpelling({ model: "gpt-4o" }), { hosts: [], name: "gpt-4o", isDotted: false });
});

test("regions and words of a path are passed over", () => {
  for (const model of [
    "azure/eu/gpt-4o",
    "azure/global-standard/gpt-4o",
    "bedrock/us-east-1/gpt-4o",
    "bedrock/us-gov-west-1/gpt-4o",
  ]) {
    const split = splitSpelling({ model });
    assert.equal(split?.name, "gpt-4o", model);
    assert.equal(split.hosts.length, 1, model);
  }
});

test("Bedrock's dot is a vendor's, with or without the region before it", () => {
  for (const model of [
    "anthropic.claude-v2:1",
    "us.anthropic.claude-v2:1",
    "bedrock/us-gov.anthropic.claude-v2:1",
  ]) {
    const split = splitSpelling({ model });
    assert.deepEqual(
      [split?.vendor, split?.name, split?.isDotted],
      ["anthropic", "claude-v2:1", true],
      model,
    );
  }
  assert.equal(splitSpelling({ model: "amazon.nova-pro-v1:0" })?.vendor, "amazon");
});

test("a dot that is part of a version names no vendor", () => {
  const split = splitSpelling({ model: "qwen/qwen2.5-72b" });
  assert.deepEqual([split?.name, split?.isDotted], ["qwen2.5-72b", false]);
});

test("of two vendors the inner one made the model and the outer one serves it", () => {
  const split = splitSpelling({ model: "nvidia/meta/llama-3.3-70b-instruct" });
  assert.deepEqual([split?.vendor, split?.hosts], ["meta", ["nvidia"]]);
});

test("a vendor before the slash and another before the dot contradict each other", () => {
  assert.equal(splitSpelling({ model: "openai/anthropic.claude-v2" }), undefined);
});

test("an unknown provider alone is the caller's own gateway and claims nothing", () => {
  assert.deepEqual(splitSpelling({ provider: "our-gateway", model: "gpt-4o" })?.hosts, []);
});

test("unknown words, empty parts and endless names are unknown", () => {
  for (const model of ["nobody/gpt-4o", "openai//gpt-4o", "openai/", "/gpt-4o", "", "  ", "x".repeat(257)])
    assert.equal(splitSpelling({ model }), undefined, JSON.stringify(model));
});

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
