// Advice says what the router would do, and calls needless only what another candidate does as well for less.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import type { SignalboxError } from "@signalbox/contracts";
import type { PreferencePolicy } from "@signalbox/contracts";

import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { CandidateMode } from "../candidates/candidate-mode.ts";
import { candidateOf } from "../candidates/candidate-of.ts";
import { plainInput } from "../input/decision-input.ts";
import { missingWords } from "./advice-words.ts";
import { advise, toRosterRequest, typicalRequests } from "./advise.ts";
import type { RosterAdvice, RosterQuestion } from "./advise.ts";
import type { RosterRequest } from "./roster-request.ts";

const engine = createTinyEngine();
const QUESTIONS = [
  "hello there",
  "Prove the theorem with an integral.",
  "Refactor this function to avoid the deadlock.",
  "What is the capital of France?",
  "thanks!",
  "Explain what a closure is.",
];

function requestsFor(candidates: readonly CandidateInput[], policy?: PreferencePolicy): RosterRequest[] {
  const preference = policy && { id: "p", version: 1, policy };
  return QUESTIONS.map((text, i) =>
    toRosterRequest(engine, input({ candidates, messages: [say(text)], preference }), { group: String(i) }),
  );
}

function ask(question: Partial<RosterQuestion> & Pick<RosterQuestion, "requests">): RosterAdvice {
  const steps = advise({ catalogue: [], seed: 1, ...question });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const dominatedIn = ({ models }: RosterAdvice): Record<string, string> =>
  Object.fromEntries(
    models.flatMap(({ label, dominated }) => (dominated === null ? [] : [[label, dominated.by]])),
  );

const cheapAble = candidate("cheap-able", 0.9, 1);
const expensiveWeak = candidate("expensive-weak", 0.4, 5);

test("a model that is abler and cheaper makes the other needless, with the figures in the reason", () => {
  const advice = ask({ requests: requestsFor([cheapAble, expensiveWeak]) });
  assert.deepEqual(dominatedIn(advice), { "expensive-weak": "cheap-able" });
  const { dominated } = advice.models.find(({ label }) => label === "expensive-weak") ?? {};
  assert.match(
    dominated?.reason ?? "",
    /at least as able with .* % probability.*80 % less.*per 1,000 requests/,
  );
  assert.ok((dominated?.at_least_as_able ?? 0) >= 0.8 && dominated?.cheaper === 1);
});

test("equals at one price, and a better model that costs more, make nobody needless", () => {
  assert.deepEqual(
    dominatedIn(ask({ requests: requestsFor([candidate("a", 0.8, 2), candidate("b", 0.8, 2)]) })),
    {},
  );
  assert.deepEqual(
    dominatedIn(ask({ requests: requestsFor([candidate("a", 0.9, 9), candidate("b", 0.5, 1)]) })),
    {},
  );
});

test("the same model at a cheaper host makes the other copy needless for certain", () => {
  const model = facts({ id: "v/one", scores: [] });
  const at = (label: string, price: number) =>
    candidate(label, undefined, price, { model: "v/one", facts: model });
  const advice = ask({ requests: requestsFor([at("here", 1), at("there", 2)]) });
  assert.deepEqual(dominatedIn(advice), { there: "here" });
  assert.equal(advice.models.find(({ label }) => label === "there")?.dominated?.at_least_as_able, 1);
});

test("a candidate that the preference denies, or that cannot serve a request, makes nobody needless", () => {
  const requests = requestsFor([cheapAble, expensiveWeak], { deny: [{ label: "cheap-able" }] });
  assert.deepEqual(dominatedIn(ask({ requests })), {});
  const small = candidate("cheap-able", 0.9, 1, { attributes: { quality: 0.9, context_length: 8 } });
  assert.deepEqual(dominatedIn(ask({ requests: requestsFor([small, expensiveWeak]) })), {});
});

test("an unknown price is never the lower one", () => {
  const unpriced = candidate("cheap-able", 0.9, undefined);
  assert.deepEqual(dominatedIn(ask({ requests: requestsFor([unpriced, expensiveWeak]) })), {});
});

test("under latency a slower model makes no faster one needless", () => {
  const slow = candidate("cheap-able", 0.9, 1, { latencyS: 20 });
  const fast = candidate("expensive-weak", 0.4, 5, { latencyS: 1 });
  const requests = requestsFor([slow, fast], { objective: { kind: "latency" } });
  assert.deepEqual(dominatedIn(ask({ requests })), {});
});

test("the shares are those of the engine's own decisions", () => {
  const list = [cheapAble, expensiveWeak, candidate("mid", 0.7, 0.2)];
  for (const tradeoff of [undefined, "cost"] as const) {
    const picks = QUESTIONS.map(
      (text) =>
        engine.decide(input({ candidates: list, messages: [say(text)], tradeoff, explorationDraw: 1 })).label,
    );
    const requests = QUESTIONS.map((text, i) =>
      toRosterRequest(engine, input({ candidates: list, messages: [say(text)], tradeoff }), {
        group: String(i),
      }),
    );
    for (const { label, pick_share: share } of ask({ requests }).models)
      assert.equal(share, picks.filter((pick) => pick === label).length / picks.length, label);
  }
});

const priced = (id: string, score: number, usd: number) =>
  candidateOf(
    facts({
      id,
      scores: [{ benchmark: "gpqa_diamond", score, source: "t", reliability: "official" }],
      prices: { inputUsdPerMTok: usd, outputUsdPerMTok: usd, source: "t" },
    }),
  );

test("a missing model is advised as the router would use it: cheaper copies save, denied ones are never named", () => {
  const here = candidate("here", undefined, 4, { model: "v/base", facts: priced("v/base", 0.5, 4).facts });
  const catalogue = [priced("v/cheap", 0.5, 1), priced("v/base", 0.5, 1), priced("v/costly", 0.5, 40)];
  const { missing } = ask({ requests: requestsFor([here]), catalogue });
  assert.deepEqual(
    missing.map(({ model }) => model),
    ["v/cheap"],
  );
  const { usd_per_1000_change: usd, pick_share: share } = missing[0]!;
  assert.equal(share, 1);
  assert.ok(usd !== null && usd.low <= usd.mean && usd.mean <= usd.high && usd.mean < 0);
  assert.match(
    missing[0]?.reason ?? "",
    /It would be picked for 100 % of the requests, most.*per 1,000 requests/,
  );
  const denying = requestsFor([here], { deny: [{ label: "v/*" }] });
  assert.deepEqual(ask({ requests: denying, catalogue }).missing, []);
});

test("a change of price, of what is offered, and of what is not, changes the picks that it changes", () => {
  const requests = requestsFor([cheapAble, candidate("other", 0.9, 2)]);
  const none = {
    with: [],
    without: new Set<string>(),
    prices: new Map<string, { input: number; output: number }>(),
  };
  const costlier = { ...none, prices: new Map([["cheap-able", { input: 50, output: 50 }]]) };
  const priceChange = ask({ requests, change: costlier }).change;
  assert.equal(priceChange?.changed_share, 1);
  assert.ok((priceChange.usd_per_1000_change?.mean ?? 0) > 0);
  assert.deepEqual(
    ask({ requests, change: { ...none, without: new Set(["other"]) } }).change?.changed_share,
    0,
  );
  const better = { ...none, with: [candidate("new", 0.999, 0.1)] };
  assert.equal(
    ask({ requests, change: better }).change?.picks.find(({ label }) => label === "new")?.after,
    1,
  );
  const nobody = { ...none, without: new Set(["other", "cheap-able"]) };
  assert.throws(() => ask({ requests, change: nobody }), { code: "validation_failed" });
  const named = [{ location: "without[0]", names: new Set(["gpt-3"]) }];
  assert.throws(
    () => ask({ requests, change: { ...none, without: new Set(["gpt-3"]), named } }),
    (error: SignalboxError) => error.errors[0]?.fix.includes("cheap-able, other") === true,
  );
});

test("no draw of a bill thinks beyond the budget that a candidate states", () => {
  const thinking: CandidateMode = {
    mode: "high",
    source: "request",
    budgetTokens: 1_000,
    facts: { mode: "high", hidden: { tokens: 20_000, growth: 1, ground: "family" } },
  };
  const at = (price: number) => candidate("bounded", 0.9, price, { mode: thinking });
  const { change } = ask({
    requests: requestsFor([candidate("bounded", 0.9, 0)]),
    change: { with: [at(10)], without: new Set(), prices: new Map() },
  });
  const visible = requestsFor([candidate("bounded", 0.9, 10)]).map(
    (request) => request.lookAhead(request.offered).estimated[0]!.bill.usd ?? Number.NaN,
  );
  const mostUsd = Math.max(...visible) + (1_000 * 10) / 1e6;
  const { high = Infinity } = change?.usd_per_1000_change ?? {};
  assert.ok(high > 0 && high <= 1000 * mostUsd, `${high} of at most ${1000 * mostUsd}`);
});

test("the same question has the same answer, another seed other draws alone", () => {
  const requests = requestsFor([cheapAble, expensiveWeak, candidate("mid", 0.7, 0.2)]);
  assert.deepEqual(ask({ requests }), ask({ requests }));
  const [one, other] = [1, 2].map((seed) => ask({ requests, seed }));
  assert.deepEqual(
    one?.models.map(({ label, pick_share: share }) => [label, share]),
    other?.models.map(({ label, pick_share: share }) => [label, share]),
  );
});

test("no more labels are judged than the limit allows, and the notes say so", () => {
  const many = Array.from({ length: 12 }, (_, i) => candidate(`m${i}`, 0.5, 1 + i));
  const { models, notes } = ask({ requests: requestsFor(many), limits: { labelsMax: 5 } });
  assert.equal(models.length, 5);
  assert.match(notes.join(" "), /7 labels that were offered least are left out/);
});

test("kinds of work are named in English, and what rounds to nothing has no sign", () => {
  const { mix } = ask({
    requests: typicalRequests(engine, plainInput({ candidates: [cheapAble], messages: [], tools: [] }).asked),
    limits: { draws: 2 },
  });
  for (const { kind } of mix) assert.match(kind, /^[a-z ]+(?: \([a-z]+\))?$/);
  const effect = {
    success_gain: { mean: -0.0001, low: -0.012, high: 0.034 },
    usd_per_1000_change: null,
  };
  const words = missingWords(0.4, [{ label: "debugging (software)", share: 0.3 }], effect);
  assert.equal(
    words,
    "It would be picked for 40 % of the requests, most often debugging (software): 0.0 points of success (80 % interval -1.2 to +3.4 points); change of the bill unknown, since a price is unknown.",
  );
});

test("requests of every operation ship for those who have no traffic", () => {
  const requests = typicalRequests(
    engine,
    plainInput({ candidates: [cheapAble], messages: [], tools: [] }).asked,
  );
  assert.ok(requests.length >= 60);
  assert.equal(ask({ requests, limits: { draws: 20 } }).requests, requests.length);
});

test("advice gives up its turn after every draw, every pick, and every candidate of a request", () => {
  const steps = advise({ requests: requestsFor([cheapAble, expensiveWeak]), catalogue: [], seed: 1 });
  const drawn = 400;
  const turns = [...steps].length;
  assert.ok(turns >= drawn + 2 * QUESTIONS.length + 2 * QUESTIONS.length, `${turns} turns`);
});

const share = fc.integer({ min: 20, max: 98 }).map((hundredths) => hundredths / 100);
const price = fc.constantFrom(0.1, 0.3, 0.97, 1, 1.02, 3, 9, 30);
const rosters = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(share, price), { minLength: 2, maxLength: 5 }))
  .map(([isStated, all]) =>
    all.map(([score, usd], index) =>
      isStated ? candidate(`v/own-${index}`, score, usd) : priced(`v/own-${index}`, score, usd),
    ),
  );
const catalogues = fc
  .array(fc.tuple(share, price), { maxLength: 5 })
  .map((all) => all.map(([score, usd], index) => priced(`v/new-${index}`, score, usd)));
const numbersIn = (text: string): number[] =>
  [...text.replaceAll(",", "").matchAll(/[-+]?\$?(\d+(?:\.\d+)?)/g)].map(([all, digits]) =>
    all.startsWith("-") ? -Number(digits) : Number(digits),
  );

test("what advice says of models to add and to drop is what the engine does when it is followed", () => {
  const none = { with: [], without: new Set<string>(), prices: new Map() };
  fc.assert(
    fc.property(rosters, catalogues, fc.constantFrom("cost", "quality"), (roster, catalogue, kind) => {
      const requests = requestsFor(roster, { objective: { kind } });
      const limits = { draws: 60 };
      const advice = ask({ requests, catalogue, limits });
      const billBefore = advice.usd_per_1000 ?? Number.NaN;
      for (const { model, reason, pick_share: taken } of advice.missing) {
        const added = catalogue.filter(({ label }) => label === model);
        const { change } = ask({ requests, limits, change: { ...none, with: added } });
        assert.ok(change?.usd_per_1000_change);
        const [picked = 0] = numbersIn(reason.replace(/.*picked for /, ""));
        const [points = 0] = numbersIn(reason.replace(/^.*?: /, ""));
        const [dollars = 0] = numbersIn(reason.replace(/^.*; /, ""));
        assert.ok(Math.abs(picked - 100 * taken) <= 0.51, reason);
        const rounding = Math.abs(points) < 10 ? 0.06 : 0.51;
        assert.ok(Math.abs(points - 100 * change.success_gain.mean) < rounding, reason);
        const { mean } = change.usd_per_1000_change;
        assert.ok(Math.abs(dollars - mean) <= 0.006 + 0.06 * Math.abs(mean), `${reason} ${mean}`);
        assert.ok(points >= 0, `advice loses success: ${reason}`);
        assert.ok(points >= 1 || -mean >= 0.05 * billBefore, `advice saves under 5 %: ${reason}`);
      }
      const gone = new Map(Object.entries(dominatedIn(advice)));
      for (const by of gone.values()) assert.ok(!gone.has(by));
      for (const { dominated, label } of advice.models) {
        if (dominated === null) continue;
        const [saved = 0] = numbersIn(dominated.reason.replace(/.*costs /, ""));
        const [theirs = 0, own = 0] = numbersIn(dominated.reason.replace(/.*less: /, ""));
        assert.ok(saved >= 5 && theirs < own, dominated.reason);
        assert.ok(Math.abs(saved - 100 * (1 - theirs / own)) < 2, dominated.reason);
        const { change } = ask({ requests, limits, change: { ...none, without: new Set([label]) } });
        const inferior = change?.picks.find((one) => one.label === label);
        assert.equal(inferior?.after ?? 0, 0);
        if (kind === "quality") assert.ok((change?.success_gain.mean ?? 0) > -0.0006, dominated.reason);
      }
    }),
    { numRuns: 60 },
  );
});
