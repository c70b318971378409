import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { PlainInputParts } from "../input/decision-input.ts";
import { DEFAULT_POLICY } from "../input/default-policy.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import type { SessionState } from "../session/session-state.ts";
import { planSession, sessionRecordOf, type PlanInput } from "./plan-session.ts";

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
  assert.deepEqual([record.stayUsd, record.switchUsd, record.successGain], [null, null, null]);
});

test("the record says whether the session was found or is the caller's word", () => {
  const isFound = (over: Partial<SessionState>) =>
    decide([cache("pinned", 0.5, 1)], { session: session(over) }).session.isFound;
  assert.deepEqual(
    [isFound({ isFound: true }), isFound({ isFound: false }), isFound({})],
    [true, undefined, undefined],
  );
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

const COST: ObjectiveRecord = {
  kind: "cost",
  usdWorth: 0.045,
  secondsWorth: 0,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: 0,
  maxModelDepth: null,
  costQualityTradeoff: null,
};

interface Said {
  readonly success?: number;
  readonly usd?: number;
}

/** Only what the planner looks at. */
function contender(label: string, { success = 0.5, usd = 1 }: Said): Estimated {
  const only = {
    label,
    success,
    shippedSuccess: success,
    lead: 0,
    spread: 0,
    bonus: 0,
    usualUsd: 1,
    usualSeconds: 1,
    orderUsd: usd,
    orderSeconds: 1,
    isPriceKnown: true,
  };
  return only as unknown as Estimated;
}

function planOf(rival: Said, pinned: Said, over: Partial<PlanInput> & { readonly switches?: number } = {}) {
  const { switches = 0, ...rest } = over;
  const plan: PlanInput = {
    ranking: [contender("rival", rival), contender("pinned", pinned)],
    objective: COST,
    session: session({ switches }),
    horizon: undefined,
    isToolLoopOpen: false,
    leansOnSession: false,
    isSticky: true,
    isStillOffered: true,
    defaults: DEFAULT_POLICY,
    ...rest,
  };
  return { plan, planned: planSession(plan) };
}

const BOUNDS: readonly (readonly [
  name: string,
  rival: Said,
  pinned: Said,
  switches: number,
  cause: string,
])[] = [
  ["a twentieth cheaper is not yet a saving", { usd: 0.95 }, { usd: 1 }, 0, "within_margin"],
  ["a little more than a twentieth is", { usd: 0.9499 }, { usd: 1 }, 0, "saving"],
  ["a tenth of a cent is one, at half of the bill", { usd: 0.001 }, { usd: 0.002 }, 0, "saving"],
  ["less than that is too little", { usd: 0.001 }, { usd: 0.0019 }, 0, "within_margin"],
  ["three switches ask for no more than the first", { usd: 0.9 }, { usd: 1 }, 3, "saving"],
  ["the fourth asks for 40 % more", { usd: 0.9 }, { usd: 1 }, 4, "within_margin"],
  ["the fourth leaves for 43 % less", { usd: 0.569 }, { usd: 1 }, 4, "saving"],
  ["better beyond the margin is a gain", { success: 0.6 }, {}, 0, "quality_gain"],
  ["a loss beyond the margin at equal success is a saving", { usd: 0 }, { usd: 10 }, 0, "saving"],
  ["the margin grows with the first two switches", { success: 0.58 }, {}, 2, "within_margin"],
  ["and does not grow with a third", { success: 0.6 }, {}, 3, "quality_gain"],
];

for (const [name, rival, pinned, switches, cause] of BOUNDS)
  test(`leaving a session: ${name}`, () => {
    assert.equal(planOf(rival, pinned, { switches }).planned.cause, cause);
  });

test("a twin that loses nothing is not left where there is no margin", () => {
  const defaults = { ...DEFAULT_POLICY, sessionMargin: 0 };
  assert.equal(planOf({}, {}, { defaults }).planned.cause, "within_margin");
});

test("the record tells the dollars of the rest of the session, and what the other model adds", () => {
  const horizon = { expectedTurns: 4, isCacheWarm: true } as SessionHorizon;
  const { plan, planned } = planOf({ usd: 0.5, success: 0.52 }, { usd: 1 }, { horizon, switches: 1 });
  const record = sessionRecordOf(plan, planned, plan.ranking[0]!);
  assert.deepEqual([record.stayUsd, record.switchUsd, record.switches], [4, 2, 2]);
  assert.ok(Math.abs((record.successGain ?? 0) - 0.02) < 1e-12);
  assert.deepEqual([record.action, record.expectedTurns, record.isCacheWarm], ["switched", 4, true]);
});

test("an open tool loop asks any other model for more than the margin beyond what it leads by", () => {
  const { planned } = planOf({ success: 0.9 }, {}, { isToolLoopOpen: true });
  assert.equal(planned.cause, "tool_loop");
  assert.ok(Math.abs((planned.credit ?? 0) - (40 + 4.5)) < 1e-9, String(planned.credit));
});
