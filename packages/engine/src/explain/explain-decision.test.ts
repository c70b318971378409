import assert from "node:assert/strict";
import { test } from "node:test";

import { ExplanationSchema } from "@signalbox/contracts";
import fc from "fast-check";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { LearnedPolicy } from "../input/decision-input.ts";
import { Refusal } from "../decide/to-decision.ts";
import { explainDecision } from "./explain-decision.ts";
import { formatPoints, formatUsd } from "../wording/format.ts";

const engine = createTinyEngine();
const list = [
  candidate("small", 0.4, 0.5),
  candidate("big", 0.7, 15),
  candidate("mystery", undefined, undefined),
];

test("the explanation is made from the record alone, which survives JSON", () => {
  const decision = engine.decide(input({ candidates: list, tradeoff: "cost" }));
  const kept = JSON.parse(JSON.stringify(decision.record)) as DecisionRecord;
  assert.deepEqual(explainDecision(kept), decision.explanation);
});

test("it has every member that the interface promises, and no other", () => {
  const { explanation } = engine.decide(input({ candidates: list }));
  assert.deepEqual(Object.keys(explanation).sort(), Object.keys(ExplanationSchema.properties).sort());
  const [first] = explanation.ranking;
  assert.deepEqual(
    Object.keys(first ?? {}).sort(),
    // Only where an agent works, or the account has reported.
    Object.keys(ExplanationSchema.properties.ranking.items.properties)
      .filter((name) => name !== "agent_task" && name !== "own_reports")
      .sort(),
  );
});

test("the summary names the pick, its probability, its price, and who comes next by which terms of the loss", () => {
  const { summary, ranking } = engine.decide(input({ candidates: list, costQualityTradeoff: 5 })).explanation;
  const [pick, ...others] = ranking;
  assert.match(summary, new RegExp(`^${pick?.label}: a good answer with \\d+ % probability for`));
  const least = Math.min(...others.map(({ loss }) => loss?.total ?? Infinity));
  const next = others.find(({ loss }) => loss?.total === least);
  const behind = least - (pick?.loss?.total ?? 0);
  const said = new RegExp(`${next?.label}.* comes next, ([\\d.]+) points? behind: (.*?);`).exec(summary);
  assert.ok(said !== null, summary);
  assert.ok(Math.abs(Number(said[1]) - behind) <= 0.5, summary);
  const named = [...(said[2] ?? "").matchAll(/([\d.]+) points? (worse|better)/g)];
  const sum = named.reduce(
    (total, [, points, way]) => total + Number(points) * (way === "worse" ? 1 : -1),
    0,
  );
  assert.ok(Math.abs(sum - behind) < 0.05 * 7 + 0.5 * named.length, summary);
});

test("a refusal says how many candidates were rejected and why the first, and ranks none", () => {
  const preference = { id: "p", version: 1, policy: { allow: [{ label: "nobody" }] } };
  assert.throws(
    () => engine.decide(input({ candidates: list, preference })),
    (error) => {
      assert.ok(error instanceof Refusal);
      const { explanation, label } = error.decision;
      assert.deepEqual([label, explanation.ranking], ["", []]);
      assert.equal(explanation.rejected.length, list.length);
      assert.match(
        explanation.summary,
        /^Refused: every one of the \d+ candidates is rejected\. small: .*not on the allow list/,
      );
      return true;
    },
  );
});

test("where a better candidate is left, the summary and the record say what a smaller bill was worth", () => {
  const near = [candidate("able", 0.72, 5), candidate("cheap", 0.71, 1)];
  const { explanation } = engine.decide(input({ candidates: near, tradeoff: "cost" }));
  assert.match(
    explanation.summary,
    /^cheap: .*under cost a bill ten times smaller is worth 4\.4 points of success/,
  );
  assert.deepEqual(
    [explanation.objective.usd_worth.toFixed(6), explanation.objective.seconds_worth],
    ["0.043750", 0],
  );
});

test("an estimate that feedback moved says how many reports moved it, on this field and in all", () => {
  const learned = (onField: number, inAll: number): LearnedPolicy => ({
    version: "learned",
    adjust: ({ estimates }) =>
      estimates.map(({ spread }) => ({
        success: 0.4,
        spread,
        isOwn: true,
        reports: { field: "data", onField, inAll },
      })),
  });
  const reasonOf = (policy: LearnedPolicy): string => {
    const { ranking } = engine.decide(input({ candidates: list, learned: policy })).explanation;
    return ranking[0]?.reasons[0] ?? "";
  };
  assert.match(reasonOf(learned(12, 30)), /\(adjusted by your feedback: 12 reports on data, 30 in all\)/);
  assert.match(reasonOf(learned(1, 1)), /\(adjusted by your feedback: 1 report on data\)/);
  assert.match(reasonOf(learned(0, 0)), /\(adjusted by your feedback on other models\)/);
});

test("nothing is claimed of prices that nobody knows: not of the pick, and not of those behind it", () => {
  const unpriced = candidate("mystery", 0.9, undefined);
  const priced = candidate("small", 0.2, 0.5);
  const first = engine.decide(input({ candidates: [unpriced, priced] })).explanation;
  assert.equal(first.ranking[0]?.label, "mystery");
  assert.match(first.summary, /for an unknown price/);
  assert.doesNotMatch(first.ranking[0]?.reasons.join(" ") ?? "", /behind known prices/);
  const behind = engine.decide(
    input({ candidates: [candidate("able", 0.9, 1), candidate("mystery", 0.2, undefined)] }),
  ).explanation;
  assert.match(behind.summary, /mystery \(price unknown, so one is presumed\) comes next/);
});

test("an unknown price is reported as unknown", () => {
  const { ranking } = engine.decide(input({ candidates: list })).explanation;
  const mystery = ranking.find(({ label }) => label === "mystery");
  assert.equal(mystery?.usd, null);
  assert.match(mystery?.reasons.join(" ") ?? "", /Price unknown/);
});

test("what was set aside in the conversation is reported", () => {
  const { conversation } = engine.decide(
    input({
      candidates: list,
      messages: [say(`<system-reminder>note</system-reminder> Sort 3 1 2 for me please.`)],
    }),
  ).explanation;
  assert.match(conversation.notes.join(" "), /editor/);
});

test("no text of the conversation is in the record", () => {
  const record = engine.decide(input({ candidates: list, messages: [say("zebra secret 4711")] })).record;
  assert.doesNotMatch(JSON.stringify(record), /zebra|4711/);
});

test("dollars are never shown as nothing unless they are nothing", () => {
  assert.deepEqual([0, 1e-9, 0.00042, 0.0123, 0.5, 1.234, 250].map(formatUsd), [
    "$0",
    "under $0.000001",
    "$0.00042",
    "$0.012",
    "$0.50",
    "$1.23",
    "$250.00",
  ]);
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), (usd) =>
      assert.match(formatUsd(usd), /[1-9]/),
    ),
  );
  assert.equal(formatPoints(0.01), "1.0 point");
});

test("a long input is said to count in the bill alone", () => {
  const notesOf = (text: string): string =>
    engine
      .decide(input({ candidates: list, messages: [say(text)] }))
      .explanation.conversation.notes.join(" ");
  const carried = "The lighthouse was built in 1811 and burnt down once. ".repeat(5000);
  assert.match(notesOf(`${carried}\n\nWhen was it built?`), /about \d\d,\d{3} tokens.*success is estimated/);
  assert.doesNotMatch(notesOf("When was it built?"), /tokens/);
});
