// Attachments: their tokens for each candidate, and the interval of its bill.
import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";
import type { Message } from "../internals.ts";
import { orderedUsd } from "./estimated.ts";

const OPENAI_IMAGE = 765;
const OPENAI_LOW_IMAGE = 85;
const engine = createTinyEngine();
const withParts = (...parts: Message["parts"]): Message => ({ ...say("Describe it."), parts });

function estimatesOf(message: Message) {
  const list = [
    candidate("by-the-family", 0.5, 1, { facts: facts({ id: "by-the-family" }) }),
    candidate("by-its-own-rule", 0.5, 1, {
      facts: facts({ id: "by-its-own-rule", imageTokens: { usual: 2_000, low: 100 } }),
    }),
  ];
  const { estimated } = engine.lookAhead(input({ messages: [message], candidates: list }));
  return estimated.map(({ usage, bill: { usd = 1, usdLow = 0, usdHigh = 0 } }) => {
    const { inputTokens, ownImageTokens, audioTokens, inputSpread } = usage;
    return { inputTokens, ownImageTokens, audioTokens, inputSpread, width: (usdHigh - usdLow) / usd };
  });
}

test("pictures count by the rule of the model where it has one, low detail apart", () => {
  const low = { modality: "image", detail: "low" } as const;
  const [family, own] = estimatesOf(withParts({ modality: "image" }, { modality: "image" }, low));
  const more = 2 * (2_000 - OPENAI_IMAGE) + (100 - OPENAI_LOW_IMAGE);
  assert.equal(own!.inputTokens - family!.inputTokens, more);
  assert.deepEqual([family!.ownImageTokens, own!.ownImageTokens], [undefined, more]);
  assert.ok(family!.inputTokens > 2 * OPENAI_IMAGE + OPENAI_LOW_IMAGE);
});

test("pages guessed from bytes widen the interval of the bill, pictures do not", () => {
  const [text] = estimatesOf(say("Describe it."));
  const [picture] = estimatesOf(withParts({ modality: "image" }));
  const [scan] = estimatesOf(withParts({ modality: "file", bytes: 600_000 }));
  assert.deepEqual([text!.inputSpread, picture!.inputSpread], [undefined, undefined]);
  assert.ok(scan!.inputSpread! > 0.7 && scan!.inputSpread! < 0.85, String(scan!.inputSpread));
  assert.ok(scan!.inputTokens > 20_000);
  assert.ok(scan!.width > picture!.width);
});

test("speech counts by the part, and what has none has no tokens of it", () => {
  const speech = { modality: "audio" } as const;
  const tokensOf = (...parts: Message["parts"]) => estimatesOf(withParts(...parts))[0]!.audioTokens;
  const one = tokensOf(speech);
  assert.ok(one! > 1);
  assert.equal(tokensOf(speech, speech), 2 * one!);
  assert.equal(tokensOf({ modality: "image" }), undefined);
});

test("an agent's step is ordered by its bill and the run's, any other call by the session's or its own", () => {
  const task = { usd: 2 };
  assert.equal(orderedUsd({ bill: { usd: 0.5 }, sessionUsd: 3, task }), 2.5);
  assert.equal(orderedUsd({ bill: { usd: 0.5 }, sessionUsd: 3, task: undefined }), 3);
  assert.equal(orderedUsd({ bill: { usd: 0.5 }, sessionUsd: undefined, task: undefined }), 0.5);
  assert.equal(orderedUsd({ bill: {}, sessionUsd: undefined, task }), undefined);
});
