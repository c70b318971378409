// The promises of the decision, over generated candidates, objectives and conversations.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";
import fc from "fast-check";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
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
