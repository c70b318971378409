// The promises of the decision, over generated candidates, objectives and conversations.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";
import fc from "fast-check";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { recordedLosses } from "../record/recorded-loss.ts";
import type { PlainInputParts } from "../input/decision-input.ts";

const engine = createTinyEngine();
const RUNS = { numRuns: 300 };

const quality = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
/** Coarse steps, some of them off by very little, so that prices are often equal or nearly so. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 6_000 }).map((cents) => cents / 100),
  fc
    .tuple(fc.constantFrom(0, 1, 5, 20), fc.constantFrom(1, 1.004, 1.009, 1.011))
    .map(([step, hair]) => step * hair),
);
const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });
const candidates: fc.Arbitrary<CandidateInput[]> = labels.chain((names) =>
  fc
    .tuple(
      ...names.map((name) =>
        fc.tuple(fc.constant(name), quality, fc.option(price, { nil: undefined }), fc.option(price)),
      ),
    )
    .map((rows) =>
      rows.map(([label, q, p, latency]) => candidate(label, q, p, { latencyS: latency ?? undefined })),
    ),
);
const text = fc.constantFrom(
  "hi",
  "thanks, hello",
  "What is the capital of France?",
  "Prove the olympiad lemma.",
  "Refactor the concurrency code: deadlock, theorem, integral.",
);
const objective: fc.Arbitrary<Partial<PlainInputParts>> = fc.oneof(
  fc.constant({}),
  fc.constantFrom<Partial<PlainInputParts>>({ tradeoff: "cost" }, { tradeoff: "latency" }),
  fc.double({ min: 0, max: 10, noNaN: true }).map((costQualityTradeoff) => ({ costQualityTradeoff })),
  fc.tuple(price, price).map(([usd, seconds]) => ({
    preference: {
      id: "p",
      version: 1,
      policy: { objective: { kind: "weights" as const, usd_weight: usd, seconds_weight: seconds / 100 } },
    },
  })),
);

function pick(list: readonly CandidateInput[], over: Partial<PlainInputParts> = {}) {
  return engine.decide(input({ candidates: list, ...over }));
}

test("the pick is one of the candidates, its label byte for byte, and ranks first", () => {
  fc.assert(
    fc.property(candidates, text, objective, (list, words, over) => {
      const decision = pick(list, { messages: [say(words)], ...over });
      const chosen = list.find(({ label }) => label === decision.label);
      assert.ok(chosen);
      assert.equal(decision.model, chosen.model);
      assert.equal(decision.record.ranking[0]?.label, decision.label);
      assert.equal(decision.explanation.ranking.length + decision.explanation.rejected.length, list.length);
    }),
    RUNS,
  );
});

test("the order of the candidates never matters", () => {
  const shuffled = candidates.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(
      shuffled,
      text,
      objective,
      fc.option(fc.integer({ min: 1, max: 5 })),
      ([a, b], words, over, depth) => {
        const shared = { messages: [say(words)], ...over, maxModelDepth: depth ?? undefined };
        const first = pick(a, shared).record;
        const second = pick(b, shared).record;
        assert.equal(first.label, second.label);
        assert.deepEqual(
          first.ranking.map(({ label }) => label),
          second.ranking.map(({ label }) => label),
        );
      },
    ),
    RUNS,
  );
});

test("under cost a cheaper clone always wins over its twin", () => {
  fc.assert(
    fc.property(
      candidates,
      text,
      fc.nat(),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      (list, words, at, share) => {
        const twin = list[at % list.length];
        assert.ok(twin);
        const twinPrice = twin.inputUsdPerMTok ?? 1;
        const cheaper = {
          ...twin,
          label: `${twin.label} clone of it`,
          inputUsdPerMTok: twinPrice * share,
          outputUsdPerMTok: twinPrice * share,
        };
        if (twin.inputUsdPerMTok === 0) return;
        const { label } = pick([...list, cheaper], { messages: [say(words)], tradeoff: "cost" });
        assert.notEqual(label, twin.label);
        if (pick(list, { messages: [say(words)], tradeoff: "cost" }).label === twin.label)
          assert.equal(label, cheaper.label);
      },
    ),
    RUNS,
  );
});

test("an added candidate that is worse, costlier and slower changes nothing", () => {
  fc.assert(
    fc.property(
      candidates,
      text,
      objective,
      fc.record({
        at: fc.nat(),
        by: fc.integer({ min: 1, max: 50 }),
        step: fc.constantFrom(1, 0.001),
      }),
      (list, words, over, { at, by, step }) => {
        const model = list[at % list.length];
        assert.ok(model);
        const dominated = candidate(
          `${model.label} but worse`,
          Math.max(0, Number(model.attributes["quality"]) - by / 100),
          model.inputUsdPerMTok === undefined ? undefined : model.inputUsdPerMTok + by * step,
          { latencyS: model.latencyS === undefined ? undefined : model.latencyS + by },
        );
        const shared = { messages: [say(words)], ...over };
        assert.equal(pick([...list, dominated], shared).label, pick(list, shared).label);
      },
    ),
    RUNS,
  );
});

function expectedScore(list: readonly CandidateInput[], over: Partial<PlainInputParts>): number {
  const best = pick(list, over).record.ranking[0];
  assert.ok(best);
  return best.success - 0.1 * best.spread;
}

/** Models that the caller states nothing of but a name, in which a size may be, and a price. */
const strangers: fc.Arbitrary<CandidateInput[]> = fc
  .array(
    fc.record({
      size: fc.constantFrom("", "-8b", "-70b", "-405b"),
      usd: fc.option(price, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drawn) => drawn.map(({ size, usd }, at) => candidate(`acme/x${at}${size}`, undefined, usd)));
const mixed = fc
  .tuple(candidates, strangers)
  .map(([known, unknown]) =>
    known.filter(({ label }) => !unknown.some((each) => each.label === label)).concat(unknown),
  );

test("a lower price never loses a pick, strangers included", () => {
  fc.assert(
    fc.property(mixed, text, objective, fc.constantFrom(0.5, 0.9, 0.01), (list, words, over, share) => {
      const shared = { messages: [say(words)], ...over };
      const { label } = pick(list, shared);
      const cheaper = list.map((each) =>
        each.label === label && each.inputUsdPerMTok !== undefined
          ? {
              ...each,
              inputUsdPerMTok: each.inputUsdPerMTok * share,
              outputUsdPerMTok: each.inputUsdPerMTok * share,
            }
          : each,
      );
      assert.equal(pick(cheaper, shared).label, label);
    }),
    RUNS,
  );
});

test("of two models of which only the price is known the cheaper one is picked, whatever the objective", () => {
  fc.assert(
    fc.property(price, price, text, objective, (a, b, words, over) => {
      if (a === b) return;
      const list = [candidate("acme/a", undefined, a), candidate("acme/b", undefined, b)];
      const { label } = pick(list, { messages: [say(words)], ...over });
      assert.equal(label, a < b ? "acme/a" : "acme/b");
    }),
    RUNS,
  );
});

test("an added candidate is picked itself or changes nothing", () => {
  fc.assert(
    fc.property(mixed, text, objective, (list, words, over) => {
      const [added, ...others] = list;
      if (added === undefined || others.length === 0) return;
      const shared = { messages: [say(words)], ...over };
      const { label } = pick(list, shared);
      assert.ok(label === added.label || label === pick(others, shared).label);
    }),
    RUNS,
  );
});

test("turning the dial towards quality never lowers the expected success", () => {
  const dial = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(candidates, text, dial, dial, (list, words, a, b) => {
      const at = (costQualityTradeoff: number) =>
        expectedScore(list, { messages: [say(words)], costQualityTradeoff });
      assert.ok(at(Math.min(a, b)) >= at(Math.max(a, b)) - 1e-12);
    }),
    RUNS,
  );
});

test("weighing dollars and seconds less never lowers the expected success", () => {
  fc.assert(
    fc.property(
      candidates,
      text,
      fc.record({ usd: price, seconds: price, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      (list, words, { usd, seconds, share }) => {
        const at = (scale: number) =>
          expectedScore(list, {
            messages: [say(words)],
            preference: {
              id: "p",
              version: 1,
              policy: {
                objective: {
                  kind: "weights",
                  usd_weight: usd * scale,
                  seconds_weight: (seconds / 100) * scale,
                },
              },
            },
          });
        assert.ok(at(share) >= at(1) - 1e-9);
      },
    ),
    RUNS,
  );
});

test("dial 0 is quality alone and dial 10 is cost alone", () => {
  const known = candidates.filter((list) =>
    list.every(({ inputUsdPerMTok }) => inputUsdPerMTok !== undefined),
  );
  fc.assert(
    fc.property(known, text, (list, words) => {
      const messages = [say(words)];
      const best = pick(list, { messages, costQualityTradeoff: 0 }).record;
      assert.equal(best.ranking[0]?.utility, Math.max(...best.ranking.map(({ utility }) => utility)));
      const cheapest = pick(list, { messages, costQualityTradeoff: 10 }).record;
      assert.equal(cheapest.ranking[0]?.usd, Math.min(...cheapest.ranking.map(({ usd }) => usd ?? Infinity)));
    }),
    RUNS,
  );
});

test("a known price always beats an unknown one of equal ability under cost", () => {
  fc.assert(
    fc.property(quality, price, text, (q, p, words) => {
      const list = [candidate("a unknown", q, undefined), candidate("b known", q, p)];
      assert.equal(pick(list, { messages: [say(words)], tradeoff: "cost" }).label, "b known");
      assert.equal(pick(list, { messages: [say(words)] }).label, "b known");
    }),
  );
});

test("depth 1 is the best quality whatever it costs, and a depth beyond the list is the whole list", () => {
  fc.assert(
    fc.property(candidates, text, objective, (list, words, over) => {
      const shared = { messages: [say(words)], ...over };
      const deepest = pick(list, { ...shared, maxModelDepth: 1 });
      assert.equal(deepest.record.rejected.length, list.length - 1);
      assert.equal(pick(list, { ...shared, maxModelDepth: 10_000 }).label, pick(list, shared).label);
      const scores = pick(list, { messages: [say(words)] }).record.ranking.map(({ utility }) => utility);
      const chosen = pick(list, { messages: [say(words)], maxModelDepth: 1 }).record.ranking[0];
      assert.equal(chosen?.utility, Math.max(...scores));
    }),
    RUNS,
  );
});

/** Whatever may decide beside the rule: a session, an open tool loop, field rules, ceilings, exploration, own outcomes. */
const surroundings = fc.record(
  {
    session: fc.record({
      sessionId: fc.constant("s"),
      turn: fc.integer({ min: 1, max: 9 }),
      previousLabel: fc.constantFrom("acme/x0", "acme/x0-8b", "acme/x0-70b"),
      warmInputTokens: fc.constantFrom(0, 20_000),
      switches: fc.integer({ min: 0, max: 5 }),
      idleS: fc.constantFrom(1, 1_000),
    }),
    preference: fc
      .record({
        exploration_rate: fc.constantFrom(0, 0.2),
        price_ceiling_usd: fc.constantFrom(1e-6, 1e-3, 1),
        max_loss_points: fc.constantFrom(0, 2, 100),
        fallback: fc.constant("least_bad" as const),
        field_rules: fc.constant([{ field: "*", prefer: { label: "acme/*" }, bonus: 0.2 }]),
      })
      .map((policy) => ({ id: "p", version: 1, policy })),
    explorationDraw: fc.double({ min: 0, max: 1, noNaN: true }),
    learned: fc.double({ min: -0.3, max: 0.3, noNaN: true }).map((by) => ({
      version: "learned",
      adjust: ({
        estimates,
      }: {
        readonly estimates: readonly { readonly success: number; readonly spread: number }[];
      }) =>
        estimates.map(({ success, spread }, at) => ({
          success: Math.min(1, Math.max(0, success + (at % 2 === 0 ? by : -by))),
          spread,
          isOwn: true,
        })),
    })),
  },
  { requiredKeys: [] },
);
const loops = fc.constantFrom([], [{ ...say("", "assistant"), toolCallCount: 1 }]);

test("the terms of every candidate add up, and the pick has the least total", () => {
  let moved = 0;
  fc.assert(
    fc.property(
      mixed,
      fc.tuple(text, loops),
      objective,
      surroundings,
      (list, [words, loop], over, around) => {
        const asked = { ...over, messages: [say(words), ...loop], ...around } as Partial<PlainInputParts>;
        const { explanation, record } = pick(list, asked);
        assert.deepEqual(recordedLosses(structuredClone(record)), recordedLosses(record));
        for (const { label, loss } of explanation.ranking) {
          assert.ok(loss !== undefined);
          const { total, ...terms } = loss;
          const sum = Object.values(terms).reduce((all, term) => all + term, 0);
          assert.ok(Math.abs(sum - total) <= 1e-9 * Math.max(1, Math.abs(total)), label);
          const pickTotal = explanation.ranking[0]?.loss?.total ?? NaN;
          assert.ok(
            pickTotal <= total + 1e-9 * Math.max(1, Math.abs(total)),
            `${label} loses less than the pick`,
          );
        }
        const first = explanation.ranking[0];
        if (first?.loss?.session !== 0 || explanation.explored) moved += 1;
      },
    ),
    { numRuns: 1_000 },
  );
  assert.ok(moved > 20, `${moved} decisions were made by a session or a trial`);
});

test("a bound of the loss holds with its doubt, and 100 points bind nothing", () => {
  fc.assert(
    fc.property(mixed, text, fc.constantFrom(0, 0.5, 2, 10), (list, words, maxLossPoints) => {
      const shared = { messages: [say(words)] };
      const free = pick(list, { ...shared, costQualityTradeoff: 10 });
      assert.equal(pick(list, { ...shared, maxLossPoints: 100 }).label, free.label);
      const { ranking, rejected } = pick(list, { ...shared, maxLossPoints }).record;
      const best = Math.max(...pick(list, shared).record.ranking.map(({ success }) => success));
      assert.ok(100 * (best - (ranking[0]?.success ?? 0)) <= maxLossPoints + 1e-9);
      assert.equal(ranking.length + rejected.length, list.length);
    }),
    RUNS,
  );
});

test("the same input gives the same record", () => {
  fc.assert(
    fc.property(candidates, text, objective, (list, words, over) => {
      const shared = { messages: [say(words)], ...over };
      assert.deepEqual(pick(list, shared).record, pick(list, shared).record);
      assert.deepEqual(
        createTinyEngine().decide(input({ candidates: list, ...shared })).record,
        pick(list, shared).record,
      );
    }),
    { numRuns: 100 },
  );
});

test("odd but well-typed input never fails with anything but a SignalboxError", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constant("\ud800"),
    fc.constant(""),
  );
  const message = fc.record({
    role: anyText,
    text: anyText,
    parts: fc.constant([]),
    toolCallCount: fc.nat(3),
    isToolResult: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 6 }),
      fc.oneof(candidates, fc.constant([])),
      (messages, list) => {
        try {
          assert.ok(pick(list, { messages }).explanation.summary.length > 0);
        } catch (error) {
          assert.ok(error instanceof SignalboxError, String(error));
        }
      },
    ),
    RUNS,
  );
});
