import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKENIZER_FAMILIES } from "@signalbox/contracts";
import { estimatePartTokens } from "./part-tokens.ts";
import { createToolTokenCounter, estimateToolTokens, type ToolText } from "./tool-tokens.ts";

const WEATHER: ToolText = {
  name: "get_weather",
  description: "Tells the weather of a city for a day, with temperature, wind and chance of rain.",
  parametersJson: JSON.stringify({
    type: "object",
    properties: {
      city: { type: "string", description: "Name of the city, in English." },
      day: { type: "string", description: "ISO date; today when it is missing." },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    },
    required: ["city"],
  }),
};

test("no tools cost nothing in any family", () => {
  for (const family of ["o200k", "claude", "gemini", "unknown"] as const)
    assert.equal(estimateToolTokens([], family), 0);
});

test("OpenAI's compact rendering of a tool with three parameters lies between 60 and 130 tokens", () => {
  const tokens = estimateToolTokens([WEATHER], "o200k");
  assert.ok(tokens >= 60 && tokens <= 130, String(tokens));
});

test("Anthropic's tool instructions are counted once, not once a tool", () => {
  const count = (tools: number): number =>
    estimateToolTokens(
      Array.from({ length: tools }, () => WEATHER),
      "claude",
    );
  assert.ok(count(1) > 319);
  assert.ok(count(2) - count(1) < count(1) / 2);
});

test("each further tool adds tokens, up to the limit of 128, in every family", () => {
  for (const family of TOKENIZER_FAMILIES) {
    let previous = 0;
    for (const size of [1, 2, 8, 32, 128]) {
      const tokens = createToolTokenCounter(Array.from({ length: size }, () => WEATHER))(family);
      assert.ok(tokens > previous, `${family} at ${size}`);
      previous = tokens;
    }
  }
});

test("an image costs what the vendors document for one of 1,024 x 1,024", () => {
  assert.equal(estimatePartTokens({ modality: "image" }, "o200k"), 765);
  assert.equal(estimatePartTokens({ modality: "image" }, "gemini"), 4 * 258);
  assert.equal(
    estimatePartTokens({ modality: "image" }, "claude"),
    Math.round((1024 * 1024) / 750 / 100) * 100,
  );
});

test("tools that the same owner sends again count as they did, in every family", () => {
  const tools = [WEATHER, { ...WEATHER, name: "get_tides" }];
  const [first, again] = [
    createToolTokenCounter(tools, "an account"),
    createToolTokenCounter(tools, "an account"),
  ];
  for (const family of TOKENIZER_FAMILIES) {
    assert.equal(first(family), estimateToolTokens(tools, family));
    assert.equal(again(family), first(family));
  }
});
