import assert from "node:assert/strict";
import { test } from "node:test";

import type { Decision, PlainInputParts, DecisionRecord } from "../index.ts";
import { sessionOfJournalled } from "../internals.ts";
import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";

const engine = createTinyEngine();

const candidates = [
  candidate("small", 0.4, 0.2, { facts: facts({ id: "test/small", tokenizer: "o200k" }) }),
  candidate("large", 0.9, 9, { facts: facts({ id: "test/large", tokenizer: "claude" }) }),
  candidate("middle", 0.7, 2, { facts: facts({ id: "test/middle", tokenizer: "gemini" }) }),
];

/** As the journal gives it back. */
const kept = ({ record }: Decision): DecisionRecord => JSON.parse(JSON.stringify(record)) as DecisionRecord;

function again(decision: Decision, over: Partial<PlainInputParts> = {}): Decision {
  const { features } = decision.encoding;
  const record = kept(decision);
  const session = sessionOfJournalled(record);
  return engine.decideAgain(input({ candidates, messages: [], session, ...over }), {
    record,
    features,
  });
}

const QUESTIONS = [
  "Prove the theorem with an integral.",
  "hello",
  "Refactor this function to avoid the deadlock.",
  "Which theorem is older? Answer with only the letter.\nA) Pythagoras\nB) Fermat",
];

test("the journal alone gives the same decision with the same numbers", () => {
  for (const text of QUESTIONS)
    for (const tradeoff of [undefined, "cost", "latency"] as const) {
      const first = engine.decide(input({ candidates, messages: [say(text)], tradeoff }));
      const second = again(first, { tradeoff });
      assert.deepEqual(second.explanation.ranking, first.explanation.ranking);
      assert.equal(second.label, first.label);
    }
});

test("another policy on the same row decides as it would have on the words", () => {
  const policy = { deny: [{ label: "large" }] };
  const preference = { id: "p", version: 1, policy };
  for (const text of QUESTIONS) {
    const row = engine.decide(input({ candidates, messages: [say(text)] }));
    const onWords = engine.decide(input({ candidates, messages: [say(text)], preference }));
    assert.equal(again(row, { preference }).label, onWords.label);
  }
});

test("a candidate that the first policy rejected is estimated again for the second", () => {
  const preference = { id: "p", version: 1, policy: { deny: [{ label: "large" }] } };
  const text = QUESTIONS[0] ?? "";
  const denied = engine.decide(input({ candidates, messages: [say(text)], preference }));
  const free = engine.decide(input({ candidates, messages: [say(text)] }));
  assert.notEqual(denied.label, "large");
  const { ranking } = again(denied).explanation;
  const { success } = ranking.find(({ label }) => label === "large") ?? {};
  assert.equal(success, free.explanation.ranking.find(({ label }) => label === "large")?.success);
});
