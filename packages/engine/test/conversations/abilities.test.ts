// Windows, tools, modalities and formats: a model that cannot serve is never picked while one that can is there.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Decision } from "../../src/index.ts";
import { ask, assistant, USUAL, user } from "./ask.ts";

const SENTENCE =
  "The committee weighed the figures of the past quarter against the plan and found them wanting. ";

function rejectedWith(decision: Decision, code: string): string[] {
  return decision.explanation.rejected.filter((fault) => fault.code === code).map(({ label }) => label);
}

const LARGE = ["google/gemini-2.5-pro", "google/gemini-2.5-flash"];
const LONG_TEXTS: readonly (readonly [name: string, text: string, fitting: readonly string[]])[] = [
  [
    "a report of 150,000 tokens",
    SENTENCE.repeat(9_400),
    [...LARGE, "openai/o3", "openai/gpt-5", "anthropic/claude-haiku-4-5", "anthropic/claude-sonnet-4-5"],
  ],
  // The window of gpt-5 holds them; its input does not.
  ["a library of 300,000 tokens", SENTENCE.repeat(19_000), LARGE],
  ["an archive of 600,000 tokens", SENTENCE.repeat(38_000), LARGE],
  [
    "a Chinese novel of 600,000 characters",
    "委员会对照计划审议了上一季度的数字，认为不够理想。".repeat(24_000),
    LARGE,
  ],
  [
    "a code base of 450,000 tokens",
    "export function nextValue(state: State, step: number): State { return { ...state, step }; }\n".repeat(
      20_000,
    ),
    LARGE,
  ],
];

for (const [name, text, fitting] of LONG_TEXTS)
  for (const tradeoff of ["cost", null])
    test(`${name} goes only to models that hold it${tradeoff === null ? "" : ", cost or not"}`, () => {
      const decision = ask({ messages: [user(`${text}\nSummarise this in ten lines.`)], tradeoff });
      assert.ok(fitting.includes(decision.label), decision.label);
      const tooSmall = rejectedWith(decision, "context_window");
      assert.deepEqual(tooSmall.sort(), USUAL.filter((label) => !fitting.includes(label)).sort());
      assert.match(decision.explanation.rejected[0]?.reason ?? "", /Needs about [\d,]+ tokens/);
    });

test("many turns fill a window as one long turn does", () => {
  const turns = Array.from({ length: 600 }, (_, i) =>
    i % 2 === 0 ? user(SENTENCE.repeat(32)) : assistant(SENTENCE.repeat(32)),
  );
  const decision = ask({ messages: [...turns, user("And what follows from all this?")] });
  assert.ok([...LARGE, "openai/gpt-5"].includes(decision.label), decision.label);
});

test("tool schemas count against the window", () => {
  const parameters = {
    type: "object",
    properties: { query: { type: "string", description: SENTENCE.repeat(90) } },
  };
  const tools = Array.from({ length: 100 }, (_, i) => ({
    name: `tool_${i}`,
    description: "searches",
    parameters,
  }));
  const decision = ask({ messages: "Find the report.", tools });
  assert.ok(rejectedWith(decision, "context_window").includes("openai/gpt-4o-mini"));
});

test("when nothing holds the text, the largest window is recommended and marked", () => {
  const decision = ask(SENTENCE.repeat(19_000), ["openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5"]);
  assert.equal(decision.label, "anthropic/claude-sonnet-4-5");
  assert.equal(decision.explanation.degraded, true);
  assert.match(decision.explanation.summary, /context window/);
});

const WEATHER = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Current weather of a city",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};
const TOOLLESS = ["microsoft/phi-4", "google/gemma-2-27b-it", "meta/llama-3-70b-instruct"];

for (const [name, body] of [
  ["a tool that is offered", { messages: "What is the weather in Rome?", tools: [WEATHER] }],
  ["a tool in the flat form", { messages: "Weather in Rome?", tools: [WEATHER.function], tradeoff: "cost" }],
  [
    "a tool that was called before",
    {
      messages: [
        user("Weather?"),
        { role: "assistant", content: null, tool_calls: [{ id: "1" }] },
        { role: "tool", tool_call_id: "1", content: "22 C" },
        user("And tomorrow?"),
      ],
    },
  ],
] as const)
  test(`${name} keeps out models that cannot call it`, () => {
    const decision = ask(body, [...TOOLLESS, "openai/gpt-4o", "anthropic/claude-haiku-4-5"]);
    assert.ok(!TOOLLESS.includes(decision.label), decision.label);
    assert.deepEqual(rejectedWith(decision, "tools").sort(), [...TOOLLESS].sort());
  });

test("without tools those models may serve", () => {
  assert.equal(ask("Name a river in Italy.", TOOLLESS).explanation.rejected.length, 0);
});

const PICTURE = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
const SOUND = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
const BLIND = new Set(["meta/llama-3.1-8b-instruct", "meta/llama-3.3-70b-instruct"]);

for (const [name, content, able] of [
  [
    "a picture",
    [{ type: "text", text: "What is in this picture?" }, PICTURE],
    USUAL.filter((label) => !BLIND.has(label)),
  ],
  ["a picture without words", [PICTURE], USUAL.filter((label) => !BLIND.has(label))],
  ["a recording", [{ type: "text", text: "Transcribe this." }, SOUND], LARGE],
  ["a picture and a recording", [PICTURE, SOUND, { type: "text", text: "Do they match?" }], LARGE],
] as const)
  for (const tradeoff of ["cost", null])
    test(`${name} goes to a model that can read it${tradeoff === null ? "" : ", cost or not"}`, () => {
      const decision = ask({ messages: [user(content)], tradeoff }, [
        ...USUAL,
        "meta/llama-3.3-70b-instruct",
      ]);
      assert.ok(able.includes(decision.label), decision.label);
      assert.ok(rejectedWith(decision, "modality").includes("meta/llama-3.3-70b-instruct"));
    });

test("a picture of three turns ago still needs eyes", () => {
  const messages = [
    user([PICTURE]),
    assistant("A cat."),
    user("Which breed?"),
    assistant("A Maine Coon."),
    user("thanks!"),
  ];
  const decision = ask({ messages, tradeoff: "cost" });
  assert.ok(!BLIND.has(decision.label));
});

test("base64 pasted as text needs no eyes", () => {
  const pasted = `data:image/png;base64,${"iVBORw0KGgoAAAANSUhEUgAAAAUA".repeat(200)}`;
  assert.equal(ask(`Which file type is this? ${pasted}`).explanation.rejected.length, 0);
});

test("a JSON schema for the answer keeps out models without structured output", () => {
  const decision = ask(
    {
      messages: "Extract name and age: Ada, 36.",
      allow_shut_down: true,
      response_format: { type: "json_schema", json_schema: { name: "x" } },
    },
    ["anthropic/claude-3-haiku", "openai/gpt-4o-mini"],
  );
  assert.equal(decision.label, "openai/gpt-4o-mini");
  assert.deepEqual(rejectedWith(decision, "output_format"), ["anthropic/claude-3-haiku"]);
});

test("a model that its host has shut down is rejected, unless nothing else is left or the request allows it", () => {
  const both = ["anthropic/claude-3-haiku", "openai/gpt-4o-mini"];
  const decision = ask("Prove that there are infinitely many primes.", both);
  assert.equal(decision.label, "openai/gpt-4o-mini");
  assert.deepEqual(rejectedWith(decision, "shut_down"), ["anthropic/claude-3-haiku"]);
  assert.deepEqual(rejectedWith(ask({ messages: "hi", allow_shut_down: true }, both), "shut_down"), []);
  const alone = ask("hi", ["anthropic/claude-3-haiku"]);
  assert.equal(alone.label, "anthropic/claude-3-haiku");
  assert.match(alone.explanation.degraded_reasons.join(" "), /shut it down on 2026-04-20/);
});

test("a deprecated model is marked", () => {
  const { explanation } = ask("hi", ["anthropic/claude-3-opus"]);
  assert.match(explanation.ranking[0]?.reasons.join(" ") ?? "", /deprecated/);
});

test("what the caller states of a model beats the catalogue", () => {
  const stated = { model: "openai/gpt-4o", attributes: { context_length: 500, supports_tools: false } };
  const decision = ask({ messages: SENTENCE.repeat(200), tools: [WEATHER] }, [stated, "openai/gpt-4o-mini"]);
  assert.equal(decision.label, "openai/gpt-4o-mini");
});

test("a model nobody knows competes with a wide spread and an unknown price", () => {
  const { record } = ask("Explain photosynthesis.", ["acme/brand-new-model", "openai/gpt-4o-mini"]);
  const stranger = record.ranking.find(({ label }) => label === "acme/brand-new-model");
  const known = record.ranking.find(({ label }) => label === "openai/gpt-4o-mini");
  assert.equal(stranger?.usd, null);
  assert.equal(stranger?.abilityOrigin, "prior");
  // On the logit scale, where a spread does not shrink by being near the ends.
  const doubtOf = ({ success, spread } = { success: 0.5, spread: 0 }): number =>
    spread / (success * (1 - success));
  assert.ok(doubtOf(stranger) > 1.2 * doubtOf(known), `${doubtOf(stranger)} ${doubtOf(known)}`);
});

test("own benchmark scores lift a model that nobody knows", () => {
  const own = (mmlu_pro: number) => ({
    model: "acme/tuned",
    price: 0.01,
    attributes: { benchmarks: { mmlu_pro, gpqa_diamond: mmlu_pro - 0.1 } },
  });
  const success = (score: number) =>
    ask("A hard question of organic chemistry: predict the product.", [own(score)]).record.ranking[0]
      ?.success ?? 0;
  assert.ok(success(0.88) > success(0.3) + 0.05, `${success(0.88)} ${success(0.3)}`);
});
