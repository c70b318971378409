import assert from "node:assert/strict";
import { test } from "node:test";

import { findChangePoint } from "../change-point.ts";
import type { FeedbackEvidence } from "./fit-reports.ts";
import { fitReports } from "./fit-reports.ts";
import { createReportsPolicy } from "./reports-policy.ts";
import { drawNormal, mulberry32 } from "../../numerics/random.ts";

const NOW_MS = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;

interface Traffic {
  readonly arm: string;
  readonly keyId?: string;
  readonly count: number;
  readonly success: (index: number) => number;
  readonly seed: number;
}

function feedback({ arm, keyId = "k1", count, success, seed }: Traffic): FeedbackEvidence[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, (_, index) => ({
    arm,
    keyId,
    encoding: {
      features: Float32Array.from({ length: 8 }, () => drawNormal(random)),
      field: "chat",
      difficulty: 0.5,
    },
    prior: 0.6,
    outcome: random() < success(index) ? 1 : 0,
    reportedAtMs: NOW_MS - (count - index) * MINUTE_MS,
    credit: 1,
  }));
}

function estimate(rows: readonly FeedbackEvidence[], arm: string): number {
  const fitted = fitReports(rows, NOW_MS);
  if (fitted === undefined) return 0.6;
  const encoding = {
    features: new Float32Array(8),
    familiarity: 1,
    field: "chat",
    difficulty: 0.5,
    language: "en",
  };
  const policy = createReportsPolicy("test", fitted);
  return policy.adjust({
    encoding,
    labels: [arm],
    modelIds: [undefined],
    estimates: [{ success: 0.6, spread: 0.1 }],
  })[0]!.success;
}

test("a model that degrades half-way is believed to be as bad as it is now", () => {
  const rows = feedback({ arm: "a", count: 400, success: (index) => (index < 200 ? 0.9 : 0.2), seed: 1 });
  assert.ok(Math.abs(estimate(rows, "a") - 0.2) < 0.12, String(estimate(rows, "a")));
});

for (const keys of [2, 4, 20])
  test(`a poisoning key with 20 % of the feedback beside ${keys} honest ones moves the estimate by less than .03`, () => {
    const honest = Array.from({ length: keys }, (_, index) =>
      feedback({ arm: "a", keyId: `k${index}`, count: 400 / keys, success: () => 0.7, seed: 10 + index }),
    ).flat();
    const poison = feedback({ arm: "a", keyId: "evil", count: 100, success: () => 0, seed: 50 });
    assert.ok(Math.abs(estimate([...honest, ...poison], "a") - estimate(honest, "a")) < 0.03);
  });

/** Reports of before the last hours. */
const earlier = (rows: readonly FeedbackEvidence[], minutes = 200): FeedbackEvidence[] =>
  rows.map((row) => Object.assign({}, row, { reportedAtMs: row.reportedAtMs - minutes * MINUTE_MS }));

test("a key that floods after two others have reported is not taken for a change of the model, and is named", () => {
  const honest = ["k1", "k2"].flatMap((keyId, at) =>
    earlier(feedback({ arm: "a", keyId, count: 100, success: () => 0.9, seed: 60 + at })),
  );
  const flood = feedback({ arm: "a", keyId: "flood", count: 60, success: () => 0, seed: 62 });
  assert.ok(Math.abs(estimate([...honest, ...flood], "a") - estimate(honest, "a")) < 0.03);
  const [dropped, ...others] = fitReports([...honest, ...flood], NOW_MS)?.bounded ?? [];
  assert.deepEqual([dropped?.keyId, dropped?.reports, dropped?.isDropped, others], ["flood", 60, true, []]);
  assert.ok(dropped!.heldBack > 0.15, `${dropped!.heldBack}`);
});

for (const good of [0.3, 0.5, 0.9])
  test(`a key that floods does not push out what another reported: ${100 * good} % good`, () => {
    const said = earlier(feedback({ arm: "a", keyId: "honest", count: 40, success: () => good, seed: 70 }));
    const alone = estimate(said, "a");
    for (const count of [20, 60, 400]) {
      const flood = feedback({ arm: "a", keyId: "flood", count, success: () => 0, seed: 71 });
      const after = estimate([...said, ...flood], "a");
      assert.ok(after <= alone + 0.01, `${count} bad reports raise it: ${alone} to ${after}`);
      const least = Math.min(0.6, alone) - 0.15;
      assert.ok(after > least, `${count} bad reports: ${alone} to ${after}, below ${least}`);
    }
  });

test("a change that two keys report sets earlier reports aside; one that a key alone reports, its own alone", () => {
  const before = ["k1", "k2"].flatMap((keyId, at) =>
    earlier(feedback({ arm: "a", keyId, count: 100, success: () => 0.9, seed: 80 + at })),
  );
  const since = ["k1", "k2"].map((keyId, at) =>
    feedback({ arm: "a", keyId, count: 60, success: () => 0.2, seed: 82 + at }),
  );
  const both = estimate([...before, ...since.flat()], "a");
  assert.ok(Math.abs(both - 0.2) < 0.12, `${both}`);
  const one = estimate([...before, ...since[0]!], "a");
  assert.ok(one > 0.45, `${one}`);
  const busy = feedback({
    arm: "a",
    keyId: "k1",
    count: 400,
    success: (at) => (at < 200 ? 0.9 : 0.2),
    seed: 84,
  });
  const alone = estimate(
    [...busy, ...earlier(busy.slice(0, 30)).map((row) => Object.assign(row, { keyId: "rare" }))],
    "a",
  );
  assert.ok(alone < 0.6, `${alone}`);
});

test("where two keys contradict each other, neither moves a model by more than ten points", () => {
  const good = feedback({ arm: "a", keyId: "calm", count: 50, success: () => 1, seed: 30 });
  const bad = feedback({ arm: "a", keyId: "flood", count: 100, success: () => 0, seed: 31 });
  const both = estimate([...good, ...bad], "a");
  assert.ok(Math.abs(both - 0.6) < 0.12, `${both}`);
  assert.ok(estimate(good, "a") > 0.85, "a key that reports alone is heard");
  const second = feedback({ arm: "a", keyId: "other", count: 50, success: () => 0, seed: 32 });
  assert.ok(estimate([...second, ...bad], "a") < 0.2, "and so are keys that agree");

  const bounded = (rows: readonly FeedbackEvidence[]) => fitReports(rows, NOW_MS)?.bounded ?? assert.fail();
  const [held, ...others] = bounded([...good, ...bad]);
  assert.deepEqual([held?.arm, held?.keyId, held?.reports, others.length], ["a", "flood", 100, 0]);
  assert.ok(Math.abs(held!.residual + 0.6) < 1e-9 && held!.heldBack > 0.15, `${held?.heldBack}`);
  for (const agreed of [good, bad, [...second, ...bad]])
    assert.ok(bounded(agreed).every(({ heldBack }) => heldBack < 0.001));
});

test("feedback that was taken back leaves no trace", () => {
  const kept = feedback({ arm: "a", count: 60, success: () => 0.5, seed: 3 });
  const withdrawn = feedback({ arm: "a", count: 60, success: () => 1, seed: 4 });
  assert.notEqual(estimate([...kept, ...withdrawn], "a"), estimate(kept, "a"));
  assert.equal(
    estimate(
      [...kept, ...withdrawn].filter((row) => !withdrawn.includes(row)),
      "a",
    ),
    estimate(kept, "a"),
  );
});

test("four reports are not enough to learn from", () => {
  assert.equal(fitReports(feedback({ arm: "a", count: 4, success: () => 0, seed: 5 }), NOW_MS), undefined);
});

test("stable series rarely look changed, and a real change is found near its place", () => {
  let alarms = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = mulberry32(seed);
    if (findChangePoint(Array.from({ length: 300 }, () => (random() < 0.6 ? 0.4 : -0.6))) !== undefined)
      alarms += 1;
  }
  assert.ok(alarms <= 3, `${alarms} false alarms of 200`);
  const random = mulberry32(9);
  const change = findChangePoint(
    Array.from({ length: 300 }, (_, index) => (random() < (index < 150 ? 0.8 : 0.3) ? 0.5 : -0.5)),
  );
  assert.ok(change !== undefined && Math.abs(change.index - 150) < 20 && change.shift < 0);
});

test("reports on ten thousand models are learned from in bounded memory, those on the most reported", () => {
  const known = feedback({ arm: "a", count: 60, success: () => 0, seed: 40 });
  const flood = Array.from({ length: 10_000 }, (_, at) => ({
    ...known[at % 60]!,
    arm: `model-${at}`,
    outcome: 1,
  }));
  const fitted = fitReports([...flood, ...known], NOW_MS) ?? assert.fail();
  assert.equal(fitted.arms.length, 64);
  assert.ok(fitted.arms.includes("a"));
});

test("all reports withdrawn, or of a weight of nothing, teach nothing", () => {
  const rows = feedback({ arm: "a", count: 20, success: () => 0, seed: 41 }).map((row) =>
    Object.assign(row, { credit: 0 }),
  );
  assert.ok(Math.abs(estimate(rows, "a") - 0.6) < 1e-9);
});
