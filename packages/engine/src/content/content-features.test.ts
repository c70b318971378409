import assert from "node:assert/strict";
import { before, test } from "node:test";

import { SignalboxError, type ContentFeaturesWire } from "@signalbox/contracts";
import fc from "fast-check";

import type { ShippedEngine } from "../../test/shipped-engine.ts";
import { loadShippedEngine } from "../../test/shipped-engine.ts";
import { PRIVATE_WORD, VARIED_CONVERSATIONS } from "../../test/varied-conversations.ts";
import type { Decision } from "../decide/engine.ts";
import { createContentReader, plainInput, readSelectRequest } from "../index.ts";
import type { ContentReader, Engine } from "../index.ts";
import { readFloats, writeFloats } from "./content-features.ts";

const llm_providers = [
  "openai/gpt-4o",
  "openai/gpt-4o-mini",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-2.5-pro",
  "deepseek/deepseek-chat",
].map((model) => ({ model }));

let shipped: ShippedEngine;
let reader: ContentReader;
before(async () => {
  shipped = await loadShippedEngine();
  reader = createContentReader(shipped.model);
});

function decide(body: object, engine: Engine = shipped.engine): Decision {
  const request = readSelectRequest({ llm_providers, ...body }, shipped.catalog);
  return engine.decide(plainInput(request));
}

/** As many messages and tools as were read, and nothing of them. */
function digested({
  messages,
  tools = [],
}: {
  messages: string | readonly object[];
  tools?: readonly object[];
}) {
  const count = typeof messages === "string" ? 1 : messages.length;
  return {
    messages: Array.from({ length: count }, () => ({ role: "user", content: "sha256:00" })),
    tools: tools.map((_, index) => ({ name: `sha256:${index}` })),
  };
}

function refusal(body: object, engine?: Engine): SignalboxError {
  try {
    decide(body, engine);
  } catch (error) {
    assert.ok(error instanceof SignalboxError);
    return error;
  }
  throw new assert.AssertionError({ message: "It was decided all the same." });
}

test("features decide as the text does, to the last digit of the record", () => {
  for (const conversation of VARIED_CONVERSATIONS)
    for (const tradeoff of [undefined, "cost", "latency"] as const) {
      const { name, ...body } = conversation;
      const onText = decide({ ...body, tradeoff });
      const onFeatures = decide({ ...digested(body), tradeoff, content_features: reader.read(body) });
      assert.deepEqual(onFeatures.record, onText.record, name);
      assert.deepEqual(onFeatures.encoding, onText.encoding, name);
    }
});

test("no word of the text is in the features", () => {
  for (const { name, ...body } of VARIED_CONVERSATIONS)
    assert.ok(!JSON.stringify(reader.read(body)).includes(PRIVATE_WORD), name);
});

test("numbers survive the wire bit by bit", () => {
  const row = fc.float32Array({ noNaN: true });
  fc.assert(
    fc.property(row, (values) => {
      assert.deepEqual(readFloats(writeFloats(values)), values);
    }),
    { numRuns: 200, seed: 2 },
  );
  assert.equal(readFloats("AAA="), undefined);
  assert.equal(readFloats("A"), undefined);
});

test("features of another artefact are refused, naming the one to load", () => {
  const body = { messages: "Prove it." };
  const foreign = { ...reader.read(body), artefact: "static-other" };
  const { code, detail } = refusal({ ...body, content_features: foreign });
  assert.equal(code, "artefact_mismatch");
  assert.ok(detail.includes("static-other") && detail.includes(shipped.model.version));
});

test("features that no reader makes are refused with the place of the fault", () => {
  const body = { messages: "Prove it.", tools: [{ name: "find" }] };
  const good = reader.read(body);
  const numbers = readFloats(good.features) ?? new Float32Array(0);
  const withFirst = (value: number): string => writeFloats(numbers.with(0, value));
  const bad: readonly (readonly [string, Partial<Record<keyof ContentFeaturesWire, unknown>>])[] = [
    ["features", { features: withFirst(Number.NaN) }],
    ["features", { features: withFirst(Number.POSITIVE_INFINITY) }],
    ["features", { features: withFirst(1e6) }],
    ["features", { features: writeFloats(numbers.subarray(1)) }],
    ["features", { features: "A".repeat(70_000) }],
    ["features", { features: "not base64!" }],
    ["tools", { tools: 3 }],
    ["turns", { turns: 9 }],
    ["turns", { turns: 0 }],
    ["notes", { notes: ["the launch is on Tuesday"] }],
    ["modalities", { modalities: ["smell"] }],
    ["language", { language: "the launch" }],
    ["tokens", { tokens: { ...good.tokens, o200k: -1 } }],
    ["tokens", { tokens: {} }],
    ["demanded_length", { demanded_length: { mean: 5, low: 9, high: 10 } }],
    ["artefact", { artefact: 7 }],
    ["has_tool_history", { has_tool_history: "yes" }],
  ];
  for (const [place, change] of bad) {
    const { code, errors } = refusal({ ...body, content_features: { ...good, ...change } });
    assert.equal(code, "validation_failed", JSON.stringify(change).slice(0, 80));
    assert.ok(errors[0]?.location.includes(place), `${place}: ${errors[0]?.location}`);
  }
  assert.equal(refusal({ ...body, content_features: "x" }).code, "validation_failed");
});

test("whatever is sent as features is decided or refused, never another failure", () => {
  const body = { messages: "Prove it." };
  const good = reader.read(body);
  const member = fc.constantFrom(...(Object.keys(good) as (keyof ContentFeaturesWire)[]));
  fc.assert(
    fc.property(member, fc.jsonValue(), (name, value) => {
      try {
        decide({ ...body, content_features: { ...good, [name]: value } });
      } catch (error) {
        assert.ok(error instanceof SignalboxError && error.definition.fault === "caller");
      }
    }),
    { numRuns: 300, seed: 9 },
  );
});

test("the reader refuses what the service would refuse", () => {
  assert.throws(() => reader.read({ messages: [] }), { code: "validation_failed" });
  assert.throws(() => reader.read({ messages: "hi", tools: [{ description: "nameless" }] }), {
    code: "validation_failed",
  });
});
