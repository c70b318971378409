import assert from "node:assert/strict";
import { test } from "node:test";

import type { FeedbackEvidence } from "@signalbox/engine/learn";
import type { LearningRow, Storage } from "@signalbox/storage";

import { capReports, findMovers } from "./key-reports.ts";
import { readEvidence } from "./read-evidence.ts";

const DAY_MS = 86_400_000;

const reports = (keyId: string, count: number, outcome: number, atMs = 0): FeedbackEvidence[] =>
  Array.from({ length: count }, () => ({
    arm: "openai/gpt-5",
    encoding: {} as FeedbackEvidence["encoding"],
    prior: 0.7,
    outcome,
    keyId,
    reportedAtMs: atMs,
    credit: 1,
  }));

test("of one key's reports of a model so many a day count, the newest, and those of others as ever", () => {
  const rows = [
    ...reports("flood", 200, 0, DAY_MS),
    ...reports("flood", 30, 1, 0),
    ...reports("calm", 60, 1, DAY_MS),
  ];
  const kept = capReports(rows, 50);
  const of = (key: string, outcome: number) =>
    kept.filter((row) => row.keyId === key && row.outcome === outcome).length;
  assert.deepEqual([of("flood", 0), of("flood", 1), of("calm", 1)], [50, 30, 50]);
});

test("what is learned from is cut so", async () => {
  const row = {
    artefactVersion: "now",
    chainId: "",
    modelId: "openai/gpt-5",
    features: new Float32Array(1),
    reading: {},
    estimated: { shippedSuccess: 0.7 },
    feedback: {
      value: 0,
      withdrawnAtMs: null,
      label: "m",
      keyId: "flood",
      updatedAtMs: 0,
      scope: "decision",
    },
  } as unknown as LearningRow;
  const items = Array.from({ length: 90 }, () => row);
  const feedback = { listForLearning: () => Promise.resolve({ items, nextCursor: null }) };
  const storage = { feedback } as unknown as Pick<Storage, "feedback">;
  const window = { rowsMax: 1_000, artefactVersion: "now", perKeyDayMax: 20 };
  assert.equal((await readEvidence(storage, "account", window)).length, 20);
});

test("a key that alone turns what other keys report of a model is named, with what it moved", () => {
  const movers = findMovers([...reports("honest", 60, 1), ...reports("flood", 240, 0)]);
  const arm = "openai/gpt-5";
  assert.deepEqual(movers, [{ keyId: "flood", arm, reports: 240, without: 1, with: 0.2 }]);
});

test("keys that agree, a key alone, and a handful of reports move nothing", () => {
  assert.deepEqual(findMovers([...reports("a", 60, 1), ...reports("b", 300, 1)]), []);
  assert.deepEqual(findMovers(reports("a", 300, 0)), []);
  assert.deepEqual(findMovers([...reports("a", 60, 1), ...reports("b", 5, 0)]), []);
});
