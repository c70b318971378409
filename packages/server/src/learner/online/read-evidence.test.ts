import assert from "node:assert/strict";
import { test } from "node:test";

import type { LearningRow, Storage } from "@signalbox/storage";

import { readEvidence } from "./read-evidence.ts";

const DAY_MS = 86_400_000;

function reports(keyId: string, count: number, value: number, updatedAtMs: number): LearningRow[] {
  const row = {
    artefactVersion: "now",
    chainId: "",
    modelId: "openai/gpt-5",
    features: new Float32Array(1),
    reading: {},
    estimated: { shippedSuccess: 0.7 },
    feedback: { value, withdrawnAtMs: null, label: "m", keyId, updatedAtMs, scope: "decision" },
  } as unknown as LearningRow;
  return Array.from({ length: count }, () => row);
}

async function readRows(items: readonly LearningRow[]) {
  const feedback = { listForLearning: () => Promise.resolve({ items, nextCursor: null }) };
  const storage = { feedback } as unknown as Pick<Storage, "feedback">;
  return readEvidence(storage, "account", { rowsMax: 1_000, artefactVersion: "now", perKeyDayMax: 50 });
}

test("of one key's reports of a model so many a day count, the newest, and those of others as ever", async () => {
  const items = [
    ...reports("flood", 200, 0, DAY_MS),
    ...reports("flood", 30, 1, 0),
    ...reports("calm", 60, 1, DAY_MS),
  ];
  const kept = await readRows(items);
  const of = (key: string, outcome: number) =>
    kept.filter((row) => row.keyId === key && row.outcome === outcome).length;
  assert.deepEqual([of("flood", 0), of("flood", 1), of("calm", 1)], [50, 30, 50]);
});

test("a report on a decision of a former artefact teaches nothing, one on an unknown model teaches its label", async () => {
  const former = reports("k", 3, 1, 0).map((row) => Object.assign({}, row, { artefactVersion: "former" }));
  const unknown = reports("k", 2, 1, 0).map((row) => Object.assign({}, row, { modelId: null }));
  const kept = await readRows([...former, ...unknown]);
  assert.deepEqual(
    kept.map(({ arm }) => arm),
    ["m", "m"],
  );
});
