import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import { explainDecision } from "../explain/explain-decision.ts";
import { readRecord } from "./read-record.ts";

const engine = createTinyEngine();
const { record } = engine.decide(
  input({
    messages: [say("Which is a prime? Answer with only the letter.")],
    candidates: [candidate("a", 0.5, 1), candidate("b", 0.9, 9)],
  }),
);

/** The first form: notes, reasons and rules as text, no state of the chain. */
function earlier(over: object) {
  const { found: _found, ...rest } = record;
  const {
    demanded: _demanded,
    hasToolHistory: _history,
    tokens: _tokens,
    ...conversation
  } = rest.conversation;
  return { ...rest, conversation, degradedReasons: [], rejected: [], ...over };
}

test("a record of this version is read as it is", () => {
  assert.equal(readRecord(record), record);
});

test("a demanded length that was kept as a note comes back as numbers, and other notes as codes", () => {
  const { conversation } = earlier({});
  const notes = ["follow_up", "demanded_length:2:1:4", "tool_loop"];
  const read = readRecord(earlier({ conversation: { ...conversation, notes } }));
  assert.deepEqual(read.conversation.demanded, { mean: 2, low: 1, high: 4 });
  assert.deepEqual(read.conversation.notes, ["follow_up", "tool_loop"]);
  assert.equal(read.conversation.hasToolHistory, true);
});

test("the sentences of an earlier record are shown as they were", () => {
  const what = "denied: provider openai";
  const rejected = [
    { label: "x", code: "preference_rule", need: null, limit: null, what },
    { label: "y", code: "context_window", need: 9_000, limit: 8_192, what: null },
    { label: "z", code: "modality", need: null, limit: null, what: "image" },
  ];
  const read = readRecord(earlier({ rejected, degradedReasons: ["Everyone was rejected."] }));
  const explanation = explainDecision(read);
  assert.deepEqual(explanation.degraded_reasons, ["Everyone was rejected."]);
  assert.deepEqual(
    explanation.rejected.map(({ reason }) => reason),
    [
      "The preference keeps it out (denied: provider openai).",
      "Needs about 9,000 tokens of input and answer; its context window holds 8,192.",
      "The conversation contains an image, which it cannot read.",
    ],
  );
});

test("the chain of an earlier record is what was billed as cached, its warm prompts and its switches", () => {
  const session = {
    ...record.session,
    previousSession: "s",
    previousLabel: "b",
    turn: 3,
    action: "switched",
    switches: 2,
    warm: [
      { label: "b", inputTokens: 5_000, idleS: 20 },
      { label: "c", inputTokens: 3_000, idleS: 60 },
    ],
  };
  const ranking = record.ranking.map((each) =>
    Object.assign({}, each, { cachedInputTokens: each.label === "b" ? 5_000 : 0 }),
  );
  assert.deepEqual(readRecord(earlier({ label: "a", session, ranking })).found, {
    sessionId: "s",
    turn: 2,
    previousLabel: "b",
    warmInputTokens: 5_000,
    warm: [{ label: "c", inputTokens: 3_000, idleS: 60 }],
    switches: 1,
    idleS: 0,
  });
});

test("what is no record of any version is refused", () => {
  assert.throws(() => readRecord({ ranking: [] }), { code: "internal" });
});
