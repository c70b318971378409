// The promises of the one rule, over random lists of estimates and under every objective.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { scoreOf, utilityOf } from "../objective/objective.ts";
import { lossTerms } from "./loss.ts";
import { askForProof, deviationBetween, rankBy, unprovenGain } from "./rank.ts";

const NONE: ObjectiveRecord = {
  kind: "quality",
  usdWorth: 0,
  secondsWorth: 0,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: 0.3,
  maxModelDepth: null,
  costQualityTradeoff: null,
};
const QUALITY: ObjectiveRecord = { ...NONE, usdWorth: 0.03 };
const COST: ObjectiveRecord = { ...QUALITY, kind: "cost", usdWorth: 0.05 };
const LATENCY: ObjectiveRecord = { ...QUALITY, kind: "latency", secondsWorth: 0.05 };
const dialAt = (dial: number): ObjectiveRecord => ({
  ...NONE,
  kind: "dial",
  ...(dial === 10 ? { usdWorth: 1, isPriceAlone: true } : { usdWorth: 0.045 * (dial / 5) ** 3 }),
  costQualityTradeoff: dial,
});
const WEIGHTS: ObjectiveRecord = {
  ...NONE,
  kind: "weights",
  usdWeight: 3,
  secondsWeight: 0.01,
  riskWeight: 0,
};

interface Drawn {
  readonly label: string;
  readonly success: number;
  readonly spread: number;
  readonly usd: number | undefined;
  readonly seconds: number | undefined;
  /** The same number, the same model at another host. */
  readonly model: number;
  /** Success that reports add, and its deviation; absent = nothing was learned. */
  readonly learned?: { readonly gain: number; readonly deviation: number } | undefined;
}

const ABILITIES = Array.from({ length: 12 }, (_, id) => ({ id }));

/** Only what an order looks at. */
function estimated(objective: ObjectiveRecord, drawn: Drawn): Estimated {
  const { label, success, spread, usd, seconds, model } = drawn;
  const score = scoreOf(objective, { success, spread, bonus: 0 });
  const [orderUsd, orderSeconds] = [usd ?? 0.01, seconds ?? 30];
  const only = {
    label,
    success: success + (drawn.learned?.gain ?? 0),
    shippedSuccess: success,
    lead: 0,
    doubt: drawn.learned && { own: drawn.learned.deviation ** 2, shared: new Float64Array(1) },
    usualUsd: 0.002,
    usualSeconds: 5,
    spread,
    score,
    orderUsd,
    orderSeconds,
    bonus: 0,
    isPriceKnown: usd !== undefined,
    latency: { seconds },
    candidate: { ability: ABILITIES[model] },
    utility: utilityOf(objective, { score, usd: orderUsd, seconds: orderSeconds }),
  };
  return only as unknown as Estimated;
}

function pickOf(objective: ObjectiveRecord, list: readonly Drawn[]): Drawn {
  const [first] = rankBy(
    objective,
    list.map((each) => estimated(objective, each)),
  );
  const found = list.find(({ label }) => label === first?.label);
  assert.ok(found);
  return found;
}

/** Coarse steps, so that candidates are often equal in something; amounts of every size. */
const share = fc.integer({ min: 0, max: 200 }).map((x) => x / 200);
const amount = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((x) => x / 1000),
  fc.constantFrom(0, 1e-12, 1e9, 1e308, Infinity),
);
const lists: fc.Arbitrary<Drawn[]> = fc
  .array(
    fc.record({
      success: share,
      spread: fc.oneof(
        fc.constant(0.02),
        share.map((x) => x / 2),
      ),
      usd: fc.option(amount, { nil: undefined, freq: 6 }),
      seconds: fc.option(amount, { nil: undefined, freq: 3 }),
      model: fc.nat({ max: 11 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) => drawn.map((each, at) => ({ ...each, label: `m${at}` })));
const deviation = fc.constantFrom(0, 0.02, 0.1, 10);
/** The same with what reports say, of some certainty. */
const reported: fc.Arbitrary<Drawn[]> = lists.chain((list) =>
  fc
    .array(fc.record({ gain: share.map((x) => (x - 0.5) / 2), deviation }), {
      minLength: list.length,
      maxLength: list.length,
    })
    .map((learned) => list.map((each, at) => ({ ...each, learned: learned[at]! }))),
);
const withDeviation = (list: readonly Drawn[], deviationOfAll: number): Drawn[] =>
  list.map((each) => ({ ...each, learned: { gain: each.learned?.gain ?? 0, deviation: deviationOfAll } }));
const objectives = fc.oneof(
  fc.constantFrom(QUALITY, COST, LATENCY, WEIGHTS),
  fc.double({ min: 0, max: 10, noNaN: true }).map(dialAt),
  fc.constant(dialAt(10)),
);
const RUNS = { numRuns: 3_000 };

/** Beside more dollars or seconds than these a number of 53 bits holds no point of success. */
const TOLD_BELOW = 1e9;

test("no pick is beaten in score, dollars and seconds together", () => {
  fc.assert(
    fc.property(lists, objectives, (list, objective) => {
      const pick = estimated(objective, pickOf(objective, list));
      for (const each of list.map((one) => estimated(objective, one)))
        assert.ok(
          !(
            each.score > pick.score + 1e-9 &&
            each.orderUsd < pick.orderUsd &&
            each.orderSeconds < pick.orderSeconds &&
            Math.max(each.orderUsd, each.orderSeconds) < TOLD_BELOW
          ),
          `${each.label} beats ${pick.label}`,
        );
    }),
    RUNS,
  );
});

test("a cheaper price never loses a pick, nor does a shorter wait", () => {
  fc.assert(
    fc.property(lists, objectives, share, fc.boolean(), (list, objective, part, isPrice) => {
      const pick = pickOf(objective, list);
      const cut = isPrice
        ? { usd: pick.usd === undefined ? undefined : part * Math.min(1e308, pick.usd) }
        : { seconds: pick.seconds === undefined ? undefined : part * Math.min(1e308, pick.seconds) };
      const after = list.map((each) => (each === pick ? { ...each, ...cut } : each));
      assert.equal(pickOf(objective, after).label, pick.label);
    }),
    RUNS,
  );
});

test("a candidate that nobody has timed is judged by the presumed speed", () => {
  fc.assert(
    fc.property(lists, (list) => {
      const presumed = list.map((each) => ({ ...each, seconds: each.seconds ?? 30 }));
      assert.equal(pickOf(LATENCY, list).label, pickOf(LATENCY, presumed).label);
    }),
    RUNS,
  );
});

test("an added candidate is picked itself or changes nothing", () => {
  fc.assert(
    fc.property(lists, objectives, (list, objective) => {
      const [added, ...others] = list;
      if (added === undefined || others.length === 0) return;
      const { label } = pickOf(objective, list);
      assert.ok(label === added.label || label === pickOf(objective, others).label);
    }),
    RUNS,
  );
});

test("reports that chance explains move a pick that works to nothing that costs more", () => {
  fc.assert(
    fc.property(reported, objectives, (list, objective) => {
      fc.pre(list.every(({ success, learned }) => success + 2 * (learned?.gain ?? 0) >= 0));
      const shipped = pickOf(
        objective,
        list.map((each) => ({ ...each, learned: undefined })),
      );
      const [was, is] = [shipped, pickOf(objective, withDeviation(list, 1_000))].map((each) =>
        estimated(objective, each),
      );
      assert.ok(is!.orderUsd <= was!.orderUsd, `${is!.label} in place of ${was!.label}`);
      const isTimed = objective.secondsWorth > 0 || objective.secondsWeight > 0;
      assert.ok(!isTimed || is!.orderSeconds <= was!.orderSeconds);
    }),
    RUNS,
  );
});

test("reports that are certain are followed wherever they lead", () => {
  fc.assert(
    fc.property(reported, objectives, (list, objective) => {
      const pick = pickOf(objective, withDeviation(list, 0));
      const means = list.map((each) => ({ ...each, success: each.success + (each.learned?.gain ?? 0) }));
      const plain = means.map((each) => estimated(objective, { ...each, learned: undefined }));
      const totals = plain.map((each) => lossTerms(objective, each).total);
      const found = totals[list.findIndex(({ label }) => label === pick.label)]!;
      assert.ok(found <= Math.min(...totals) + 1e-6, `${found} ${Math.min(...totals)}`);
    }),
    RUNS,
  );
});

test("at one price the pick follows the mean, and at a higher one the proven part", () => {
  const list = [
    drawn("cheap", 0.9, 0, 1),
    { ...drawn("better", 0.89, 0, 1), learned: { gain: 0.05, deviation: 0.1 } },
  ];
  const [cheap, better] = withDeviation(list, 0.1);
  assert.equal(pickOf(COST, [cheap!, better!]).label, "better");
  assert.equal(pickOf(COST, [cheap!, { ...better!, usd: 1.0001 }]).label, "cheap");
  assert.equal(pickOf(COST, withDeviation([cheap!, { ...better!, usd: 1.0001 }], 0.001)).label, "better");
});

test("the terms of a loss add up, and the least total is first", () => {
  fc.assert(
    fc.property(reported, objectives, (list, objective) => {
      const ranking = rankBy(
        objective,
        list.map((each) => estimated(objective, each)),
      );
      const totals = ranking.map((each) => {
        const { total, ...terms } = lossTerms(objective, each);
        assert.ok(Math.abs(Object.values(terms).reduce((sum, term) => sum + term, 0) - total) < 1e-6);
        return total;
      });
      assert.deepEqual(
        totals,
        totals.toSorted((x, y) => x - y),
      );
    }),
    RUNS,
  );
});

test("the order of a list never matters", () => {
  fc.assert(
    fc.property(
      reported.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      objectives,
      ([a, b], objective) => {
        const labels = (list: readonly Drawn[]): string[] =>
          rankBy(
            objective,
            list.map((each) => estimated(objective, each)),
          ).map(({ label }) => label);
        assert.deepEqual(labels(a), labels(b));
      },
    ),
    RUNS,
  );
});

const drawn = (label: string, success: number, spread: number, usd: number): Drawn => ({
  label,
  success,
  spread,
  usd,
  seconds: 1,
  model: label.length,
});

test("the last cents of a bill buy no success, the first dollars do", () => {
  const top = drawn("top", 0.95, 0.02, 10);
  const luna = drawn("luna", 0.94, 0.02, 0.002);
  assert.equal(pickOf(COST, [top, luna]).label, "luna");
  assert.equal(pickOf(COST, [top, luna, drawn("mite", 0.92, 0.02, 0.0002)]).label, "luna");
  assert.equal(pickOf(QUALITY, [top, drawn("luna", 0.92, 0.02, 1)]).label, "top");
});

test("a stranger does not win by being unknown, neither as the cheap one nor as the best", () => {
  const known = drawn("known", 0.9, 0.02, 0.004);
  assert.equal(pickOf(COST, [known, drawn("stranger", 0.9, 0.15, 0.001)]).label, "known");
  assert.equal(pickOf(QUALITY, [known, drawn("stranger", 0.905, 0.3, 0.004)]).label, "known");
});

test("the same model at two hosts is compared by price alone, however doubtful it is", () => {
  const at = (label: string, success: number, usd: number): Drawn => ({
    ...drawn(label, success, 0.3, usd),
    model: 1,
  });
  assert.equal(pickOf(COST, [at("here", 0.6, 2), at("there", 0.59, 1)]).label, "there");
});

test("five hundred candidates at one price are the ablest's", () => {
  const list = Array.from({ length: 500 }, (_, i) => {
    const own = drawn(`m${i}`, 0.5 + i / 1000, 0.02, 1);
    return { ...own, model: i % 12 };
  });
  assert.equal(pickOf(COST, list).label, "m499");
});

test("the deviation of a difference adds what is each one's and the distance of what they share", () => {
  const doubt = (own: number, ...shared: number[]) => ({ own, shared: Float64Array.from(shared) });
  assert.equal(deviationBetween(undefined, doubt(1, 1)), 0);
  const between = deviationBetween(doubt(0.01, 0.3, 0.5), doubt(0.02, 0.1, 0.4));
  assert.ok(Math.abs(between - Math.sqrt(0.08)) < 1e-12, String(between));
});

test("what has no weight loses nothing, however large it is", () => {
  const each = estimated(NONE, { label: "a", success: 0.9, spread: 0, usd: 1e9, seconds: 1e9, model: 0 });
  const { usd, seconds, total, success } = lossTerms(NONE, each);
  assert.deepEqual([usd, seconds], [0, 0]);
  assert.equal(total, success);
});

test("a candidate that reports leave below half of its shipped success asks for less proof, and none at nothing", () => {
  const doubt = { own: 0.02, shared: new Float64Array(1) };
  const to = { success: 0.9, shippedSuccess: 0.9, doubt };
  const unproven = (success: number): number => unprovenGain({ success, shippedSuccess: 0.9, doubt }, to);
  assert.equal(unproven(0), 0);
  assert.ok(unproven(0.2) < unproven(0.45) && unproven(0.1) < 0.25 * unproven(0.45));
  assert.ok(
    unproven(0.6) > unproven(0.45),
    "a model that works is protected whole, the more the smaller the gain",
  );
});

test("weights count each dollar and each second alike", () => {
  const each = estimated(WEIGHTS, { label: "a", success: 0.9, spread: 0, usd: 0.02, seconds: 30, model: 0 });
  const { usd, seconds } = lossTerms(WEIGHTS, each);
  assert.deepEqual([usd.toFixed(9), seconds.toFixed(9)], ["6.000000000", "30.000000000"]);
});

test("proof is asked for more dollars or more seconds, and for neither of both where they are equal", () => {
  const [cheap, better] = withDeviation(
    [
      { ...drawn("cheap", 0.9, 0, 1), seconds: 5 },
      { ...drawn("better", 0.89, 0, 1), seconds: 5, learned: { gain: 0.05, deviation: 0.1 } },
    ],
    0.1,
  );
  assert.equal(pickOf(LATENCY, [cheap!, better!]).label, "better");
  assert.equal(pickOf(LATENCY, [cheap!, { ...better!, seconds: 5.001 }]).label, "cheap");
  const equal = [cheap!, better!].map((each) => estimated(LATENCY, each));
  for (const { lead } of askForProof(LATENCY, equal)) assert.equal(lead, 0);
});

test("each term of the loss is its formula, in points", () => {
  const each = {
    success: 0.75,
    shippedSuccess: 0.7,
    lead: -0.02,
    spread: 0.1,
    bonus: 0.03,
    orderUsd: 0.018,
    usualUsd: 0.002,
    orderSeconds: 495,
    usualSeconds: 5,
  };
  const objective = { ...WEIGHTS, usdWorth: 0.05, secondsWorth: 0.01, riskWeight: 0.3 };
  const terms = lossTerms(objective, each, 1.5);
  const expected = {
    success: 30,
    usd: 5 + 5.4,
    seconds: 2 + 495,
    spread: 3,
    session: -1.5,
    rule: -3,
    learned: -3,
  };
  for (const [name, points] of Object.entries(expected))
    assert.ok(Math.abs(terms[name as keyof typeof terms] - points) < 1e-9, `${name}: ${points}`);
  assert.ok(Math.abs(terms.total - Object.values(expected).reduce((sum, points) => sum + points)) < 1e-9);
  const alone = lossTerms({ ...objective, isPriceAlone: true }, each, 1.5);
  for (const name of ["success", "spread", "rule", "learned"] as const) assert.ok(alone[name] === 0, name);
  assert.equal(alone.usd, terms.usd);
});
