import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { PlainInputParts } from "../input/decision-input.ts";
import type { SessionState } from "../session/session-state.ts";

const engine = createTinyEngine();
const LONG = `Review this module. ${"The code walks the tree and collects names. ".repeat(800)}`;
const cache = (label: string, quality: number, price: number): CandidateInput =>
  candidate(label, quality, undefined, {
    model: label,
    facts: {
      id: `test/${label}`,
      name: label,
      vendor: "test",
      tokenizer: "o200k",
      scores: [],
      sources: [],
      confidence: "high",
      prices: {
        inputUsdPerMTok: price,
        cachedInputUsdPerMTok: price / 10,
        outputUsdPerMTok: price,
        source: "test",
      },
    },
  });

function session(over: Partial<SessionState> = {}): SessionState {
  return { sessionId: "s", turn: 3, previousLabel: "pinned", warmInputTokens: 5_000, idleS: 20, ...over };
}

function decide(list: readonly CandidateInput[], over: Partial<PlainInputParts> = {}) {
  const messages = [
    say(LONG),
    say("Done.", "assistant"),
    say("Review the second module of the program, please."),
  ];
  return engine.decide(input({ candidates: list, messages, session: session(), ...over })).record;
}

test("the first turn has nothing to keep", () => {
  const { session: record } = decide([cache("pinned", 0.5, 1)], { session: undefined });
  assert.deepEqual([record.action, record.turn, record.cause], ["first", 1, "first"]);
});

test("a little better, or a little cheaper, does not leave a warm cache", () => {
  for (const rival of [cache("rival", 0.505, 1.2), cache("rival", 0.5, 0.95)]) {
    const record = decide([cache("pinned", 0.5, 1), rival]);
    assert.equal(record.label, "pinned");
    assert.equal(record.session.action, "kept");
    assert.equal(record.session.turn, 4);
  }
});

test("the warm cache makes the session's model cheaper than a cheaper twin, until the cache is cold", () => {
  const list = [cache("pinned", 0.5, 1), cache("twin", 0.5, 0.8)];
  assert.equal(decide(list, { tradeoff: "cost" }).label, "pinned");
  const pinned = decide(list, { tradeoff: "cost" }).ranking.find(({ label }) => label === "pinned");
  assert.equal(pinned?.cachedInputTokens, 5_000);
  const cold = decide(list, { tradeoff: "cost", session: session({ idleS: 3_600 }) });
  assert.equal(cold.ranking.find(({ label }) => label === "pinned")?.cachedInputTokens, 0);
  assert.equal(cold.label, "twin");
});

test("a saving that outlasts the cold cache switches, and says by how much", () => {
  const record = decide([cache("pinned", 0.5, 10), cache("cheap", 0.5, 0.2)], { tradeoff: "cost" });
  assert.equal(record.label, "cheap");
  assert.equal(record.session.cause, "saving");
  assert.ok((record.session.switchUsd ?? Infinity) < (record.session.stayUsd ?? 0));
  assert.equal(record.session.switches, 1);
});

test("inside a session fresh input fills the cache at its surcharge; a first turn knows of no later one", () => {
  const plain = cache("pinned", 0.5, 1);
  const prices = { source: "test", ...plain.facts?.prices, cacheWriteUsdPerMTok: 1.25 };
  const surcharged = { ...plain, facts: { ...plain.facts!, prices } };
  const usdOf = (model: CandidateInput, state: SessionState | undefined) =>
    decide([model], { session: state }).ranking[0]?.usd ?? Number.NaN;
  assert.equal(usdOf(surcharged, undefined), usdOf(plain, undefined));
  const [warm, cold] = [session(), session({ idleS: 3_600 })];
  const fresh = (state: SessionState) => usdOf(surcharged, state) - usdOf(plain, state);
  assert.ok(fresh(warm) > 0 && fresh(cold) > fresh(warm));
});

test("a follow-up alone is no reason to go a little cheaper", () => {
  const list = [cache("pinned", 0.5, 1), cache("twin", 0.5, 0.8)];
  const over = { tradeoff: "cost", session: session({ idleS: 3_600 }) } as const;
  const messages = [say(LONG), say("Done.", "assistant"), say("and the second part?")];
  assert.equal(decide(list, over).label, "twin");
  assert.equal(decide(list, { ...over, messages }).label, "pinned");
});

test("a turn that needs more than the session's model offers switches", () => {
  const record = decide([cache("pinned", 0.2, 1), cache("strong", 0.9, 5)], {
    messages: [
      say("hi"),
      say("hello", "assistant"),
      say("Prove the olympiad theorem with this lemma and integral."),
    ],
  });
  assert.equal(record.label, "strong");
  assert.equal(record.session.cause, "quality_gain");
});

test("an open tool loop keeps its model whatever it costs, whatever its rank", () => {
  const call = { ...say("", "assistant"), toolCallCount: 1 };
  const result = { ...say("{}", "tool"), isToolResult: true };
  const list = [cache("pinned", 0.2, 50), cache("strong", 0.9, 0.1)];
  for (const over of [{}, { maxModelDepth: 1 }, { tradeoff: "cost" as const }, { costQualityTradeoff: 10 }]) {
    const record = decide(list, { ...over, messages: [say("Prove the lemma."), call, result] });
    assert.equal(record.label, "pinned");
    assert.equal(record.session.action, "tool_loop");
  }
});

test("even a tool loop leaves a model that cannot serve", () => {
  const call = { ...say("", "assistant"), toolCallCount: 1 };
  const small = { ...cache("pinned", 0.5, 1), attributes: { context_length: 10 } };
  const record = decide([small, cache("large", 0.5, 1)], { messages: [say("x".repeat(4_000)), call] });
  assert.equal(record.label, "large");
  assert.deepEqual([record.session.action, record.session.cause], ["switched", "cannot_serve"]);
});

test("a model that is no longer offered is left, and the reason names it", () => {
  const record = decide([cache("other", 0.5, 1)]);
  assert.equal(record.session.cause, "not_a_candidate");
});

test("a preference can turn stickiness off, but not inside a tool loop", () => {
  const preference = { id: "p", version: 1, policy: { sticky_sessions: false } };
  const list = [cache("pinned", 0.5, 1), cache("rival", 0.54, 1)];
  assert.equal(decide(list, { preference }).label, "rival");
  const call = { ...say("", "assistant"), toolCallCount: 1 };
  assert.equal(decide(list, { preference, messages: [say("x"), call] }).label, "pinned");
});

test("a conversation that swings between easy and hard settles instead of flapping", () => {
  const list = [cache("small", 0.45, 0.3), cache("strong", 0.9, 6)];
  const turns = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0 ? "thanks, hello" : "Prove the olympiad lemma.",
  );
  let state: SessionState | undefined;
  let switches = 0;
  for (const [i, words] of turns.entries()) {
    const { record, inputTokens } = engine.decide(
      input({
        candidates: list,
        tradeoff: "cost",
        messages: [say(LONG), say("ok", "assistant"), say(words)],
        session: state,
      }),
    );
    if (state !== undefined && record.label !== state.previousLabel) switches += 1;
    state = {
      sessionId: `s${i}`,
      turn: record.session.turn,
      previousLabel: record.label,
      warmInputTokens: inputTokens,
      switches: record.session.switches,
      idleS: 30,
    };
  }
  assert.ok(switches <= 10, `${switches} switches in 40 turns`);
});

test("the margin of a session grows by half with each of its first two switches", () => {
  const list = [cache("pinned", 0.5, 1), cache("rival", 0.504, 1)];
  const credits = [0, 1, 2, 5].map(
    (switches) => decide(list, { session: session({ switches }) }).session.credit,
  );
  const [first = Number.NaN] = credits;
  assert.ok(first > 0);
  assert.deepEqual(
    credits.map((credit) => Math.round((100 * credit!) / first)),
    [100, 150, 200, 200],
  );
});
