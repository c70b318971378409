// A spelling is taken apart by named rules; a word that is not known in front makes the whole spelling unknown, never a guess.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NAME_RULES, readName, type NameWords, type Spelling } from "./model-name.ts";

const HOSTS = new Set("openrouter azure bedrock vertex_ai hf ollama fireworks amazon nvidia".split(" "));
const VENDORS = new Set("openai anthropic meta qwen nvidia".split(" "));
const KNOWN: NameWords = {
  vendorOf: (word) => (VENDORS.has(word) ? word : undefined),
  isHost: (word) => HOSTS.has(word) && !VENDORS.has(word),
  isDotted: (word) => word === "amazon",
};
const read = (spelling: string | Spelling) => readName(spelling, KNOWN);

/** A name as tools and hosts write it, by the rule that reads it, and what stays. */
const WRITTEN: Readonly<Record<string, readonly (readonly [written: string, left: string])[]>> = {
  "resource name of Amazon Bedrock or SageMaker": [
    [
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "claude-sonnet-4-5-20250929-v1:0",
    ],
    [
      "bedrock/converse/arn:aws:bedrock:eu-west-1::foundation-model/anthropic.claude-opus-4-8",
      "claude-opus-4-8",
    ],
  ],
  "resource path of Vertex AI": [
    ["projects/acme/locations/us-central1/publishers/anthropic/models/claude-opus-4-8", "claude-opus-4-8"],
  ],
  "window in brackets, as Claude Code and Copilot write it": [
    ["sonnet[1m]", "sonnet"],
    ["Claude Opus 4.6 (1M context)", "claude opus 4.6"],
  ],
  "mode in brackets": [["gpt-5.6-sol (medium)", "gpt-5.6-sol-medium"]],
  "fine-tune of OpenAI": [
    ["ft:gpt-4o-mini-2024-07-18:acme:support:Ab12", "gpt-4o-mini-2024-07-18"],
    ["openai/ft:gpt-4.1-mini-2025-04-14:acme::Bx9", "gpt-4.1-mini-2025-04-14"],
  ],
  "web address of Hugging Face": [["https://huggingface.co/Qwen/Qwen3-32B-AWQ", "qwen3-32b-awq"]],
  "host before a colon": [["ollama:phi4:14b", "phi4:14b"]],
  "provider before a colon, as LangChain and Pydantic AI write it": [
    ["openai:gpt-4.1-2025-04-14", "gpt-4.1-2025-04-14"],
    ["bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5-20250929-v1:0"],
    ["fireworks:accounts/fireworks/models/deepseek-v3p1", "deepseek-v3p1"],
  ],
  "host or vendor glued before the name": [
    ["deepseek-ai-deepseek-v3.2-exp", "deepseek-v3.2-exp"],
    ["databricks-claude-opus-4-8", "claude-opus-4-8"],
    ["anthropic--claude-4-opus", "claude-4-opus"],
  ],
  "version before the edition, as Claude 3 and OpenRouter have it": [
    ["anthropic/claude-4.8-opus-20260528", "claude-opus-4.8"],
    ["claude-5-sonnet", "claude-sonnet-5"],
  ],
  "moving name of OpenRouter": [["~openai/gpt-latest", "gpt-latest"]],
  "revision of Bedrock": [["anthropic.claude-v2:1", "claude"]],
  "family of Fireworks": [["fireworks/llama-v3-8b-instruct", "llama-3-8b-instruct"]],
  "point of Fireworks": [["fireworks/kimi-k2p6", "kimi-k2.6"]],
  "service variant behind a colon": [
    ["gpt-4o:free", "gpt-4o"],
    ["llama3:latest", "llama3"],
  ],
  "full date": [
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["claude-opus-4-8@20260528", "claude-opus-4-8"],
  ],
  "moving version": [
    ["claude-opus-4-8@default", "claude-opus-4-8"],
    ["gemini-2.5-pro@001", "gemini-2.5-pro"],
  ],
  "window behind a dash": [["gpt-5.6-luna-272k", "gpt-5.6-luna"]],
  "format of the weights": [
    ["llama-3.3-70b-instruct-fp8-fast", "llama-3.3-70b-instruct"],
    ["qwen3-32b-awq", "qwen3-32b"],
    ["qwen3.6-35b-a3b-gguf", "qwen3.6-35b-a3b"],
  ],
  "quantisation of llama.cpp": [
    ["llama3.1:8b-instruct-q4_K_M", "llama3.1:8b-instruct"],
    ["gemma-3-27b-it.Q8_0", "gemma-3-27b-it"],
  ],
  "service of a host": [["deepseek-v4-pro-ga", "deepseek-v4-pro"]],
  "speed of Together": [["llama-3.3-70b-instruct-turbo", "llama-3.3-70b-instruct"]],
  "stage of a release": [["gemini-3.1-pro-preview-05-06", "gemini-pro"]],
  "word that says little": [["kimi-k2.6-online", "kimi k 2 6"]],
};

function leftBy({ drops }: (typeof NAME_RULES)[number], written: string): readonly (string | undefined)[] {
  const name = read(written);
  if (drops === "around") return [name?.text];
  if (drops === "served") return Array.from(name?.readings() ?? [], ({ text }) => text);
  return drops === "stage" ? [name?.place?.line] : [name?.loose.words.join(" ")];
}

for (const rule of NAME_RULES)
  test(`${rule.name} is read`, () => {
    const rows = WRITTEN[rule.name] ?? [];
    assert.ok(rows.length > 0);
    for (const [written, left] of rows) {
      const found = leftBy(rule, written);
      assert.ok(found.includes(left), `${written}: ${found.join(", ")}`);
      if (rule.drops === "around") assert.deepEqual(read(written)?.peeled, [rule.name]);
    }
  });

for (const [name, line, version] of [
  ["claude-opus-4.8", "claude-opus", "4.8"],
  ["claude-opus-4-8-20260528", "claude-opus", "4.8"],
  ["claude-3.5-haiku", "claude-haiku", "3.5"],
  ["gpt-5.6-sol", "gpt-sol", "5.6"],
  ["gpt-4o-mini", "gpt-o-mini", "4"],
  ["o4-mini", "o-mini", "4"],
  ["gemini-3.1-pro-preview", "gemini-pro", "3.1"],
  ["deepseek-v4.1-flash", "deepseek-flash", "4.1"],
  ["kimi-k2.6", "kimi", "2.6"],
  ["Qwen3.6-35B-A3B-GGUF", "qwen-35b-a3b", "3.6"],
  ["qwen3.6-27b-fp8", "qwen-27b", "3.6"],
  ["llama-3.3-70b-instruct", "llama-70b", "3.3"],
  ["mistral-large-2512", "mistral-large", "0.2512"],
  ["glm-4.6v-flash", "glm-v-flash", "4.6"],
  ["grok-4.20", "grok", "4.2"],
  ["gpt-5.10-sol", "gpt-sol", "5.10"],
  ["gpt-oss-120b", "gpt-oss-120b", ""],
] as const)
  test(`${name} is of the line ${line}`, () => {
    const place = readName(name)?.place;
    assert.deepEqual([place?.line, place?.version.join(".")], [line, version]);
  });

test("an effort at the end of a name is a mode, however it is joined and written", () => {
  for (const [name, plain, mode, isVendorWord] of [
    ["gpt-5-high", "gpt-5", "high", false],
    ["gpt-5_low_effort", "gpt-5", "low", false],
    ["gpt-5:X-High", "gpt-5", "xhigh", false],
    ["gpt-5.5-high:free", "gpt-5.5", "high", false],
    ["gpt-5.5-high-2026-04-23", "gpt-5.5", "high", false],
    ["gpt-5.2 minimal-reasoning", "gpt-5.2", "minimal", false],
    ["claude-sonnet-4.5-none", "claude-sonnet-4.5", "none", false],
    ["gemini-2.5-flash-no-thinking", "gemini-2.5-flash", "none", false],
    ["glm-5-non-reasoning", "glm-5", "none", false],
    ["qwen3-32b-without-think", "qwen3-32b", "none", false],
    // Vendors sell models under these words.
    ["kimi-k2-thinking", "kimi-k2", "thinking", true],
    ["phi-4-reasoning", "phi-4", "thinking", true],
    ["qwen3-max", "qwen3", "xhigh", true],
  ] as const) {
    const { name: left, mode: found, isVendorWord: isOwn } = readName(name)?.effort ?? {};
    assert.deepEqual([left, found, isOwn], [plain, mode, isVendorWord], name);
  }
  for (const name of ["gpt-4o", "highland", "o3", "a-high", "mistral-medium-3", "-high"])
    assert.equal(readName(name)?.effort, undefined, name);
});

test("a budget is a mode of its size, and the most that may be thought", () => {
  const [small, large] = ["1k", "64k"].map((size) => readName(`claude-sonnet-4.5-thinking-${size}`)?.effort);
  assert.deepEqual([small?.budgetTokens, large?.budgetTokens], [1_024, 65_536]);
  assert.notEqual(small?.mode, large?.mode);
  assert.equal(small?.words, "thinking-1k");
});

test("host, vendor and name are distinguished, in whatever field they come", () => {
  for (const spelling of [
    { model: "openrouter/openai/gpt-4o" },
    { provider: "openrouter", model: "openai/gpt-4o" },
    { provider: "OpenRouter", model: " OpenAI/GPT-4o " },
  ]) {
    const { hosts, namespace, vendor, text } = read(spelling) ?? {};
    assert.deepEqual([hosts, namespace, vendor, text], [["openrouter"], "openai", "openai", "gpt-4o"]);
  }
});

test("a bare name, and one at an unknown provider, claim neither vendor nor host", () => {
  for (const spelling of [{ model: "gpt-4o" }, { provider: "our-gateway", model: "gpt-4o" }]) {
    const { hosts, vendor } = read(spelling) ?? {};
    assert.deepEqual([hosts, vendor], [[], undefined]);
  }
});

test("regions and words of a path are passed over", () => {
  for (const model of [
    "azure/eu/gpt-4o",
    "azure/global-standard/gpt-4o",
    "bedrock/us-east-1/gpt-4o",
    "bedrock/us-gov-west-1/gpt-4o",
  ])
    assert.deepEqual([read(model)?.text, read(model)?.hosts.length], ["gpt-4o", 1], model);
});

test("Bedrock's dot is a vendor's, with or without the region before it", () => {
  for (const [model, isRegional] of [
    ["anthropic.claude-v2:1", true],
    ["us.anthropic.claude-v2:1", true],
    ["global.anthropic.claude-v2:1", false],
    ["bedrock/us-gov.anthropic.claude-v2:1", true],
  ] as const) {
    const name = read(model);
    assert.deepEqual([name?.vendor, name?.text, name?.isRegional], ["anthropic", "claude-v2:1", isRegional]);
  }
  assert.equal(read("amazon.nova-pro-v1:0")?.vendor, "amazon");
  assert.equal(read("openai/anthropic.claude-v2"), undefined, "two claims");
  assert.equal(read("qwen/qwen2.5-72b")?.text, "qwen2.5-72b", "a dot of a version");
});

test("of two vendors the inner one made the model and the outer one serves it", () => {
  const name = read("nvidia/meta/llama-3.3-70b-instruct");
  assert.deepEqual([name?.vendor, name?.hosts], ["meta", ["nvidia"]]);
});

test("unknown words, empty parts and endless names are unknown", () => {
  for (const model of ["nobody/gpt-4o", "openai//gpt-4o", "openai/", "/gpt-4o", "", "  ", "x".repeat(257)])
    assert.equal(read(model), undefined, JSON.stringify(model));
});

test("case, separators and the seam of letters and digits make no difference to the key", () => {
  const keys = ["Qwen2.5-72B", "qwen-2.5-72b", "QWEN_2.5 72B", " qwen2.5:72b "].map(
    (name) => readName(name)?.key,
  );
  assert.deepEqual(new Set(keys), new Set(["qwen-2-5-72-b"]));
  const names = ["llama-3.1-8b", "llama-3.1-80b", "llama-31-8b", "command-a", "command-a+"];
  assert.equal(new Set(names.map((name) => readName(name)?.key)).size, names.length);
  for (const name of ["gpt-4o;drop", "模型", "x".repeat(161)])
    assert.equal(readName(name)?.key, undefined, name);
});

test("the text is the first reading; a variant that names another model and a host's rule elsewhere drop nothing", () => {
  const readings = (model: string): readonly string[] =>
    Array.from(read(model)?.readings() ?? [], ({ text }) => text);
  assert.deepEqual(readings("gpt-4o-2024-08-06:free"), [
    "gpt-4o-2024-08-06:free",
    "gpt-4o-2024-08-06",
    "gpt-4o",
  ]);
  for (const model of ["llama3:70b", "claude-v2:1", "llama-v3p1-8b"])
    assert.deepEqual(readings(model), [model]);
});
