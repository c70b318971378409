import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";

import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";

import { runTraining, type TrainingLimits } from "./train-process.ts";

function train(t: TestContext, limits: TrainingLimits): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-training-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const filePath = join(folder, "evaluations");
  writeFileSync(filePath, "prompt,x/y/score\nhello,1\n");
  const request = {
    filePath,
    fileName: "own.csv",
    artefactDir: SHIPPED_ARTEFACT_DIR,
    promptColumn: "prompt",
    isLargerBetter: true,
  };
  return runTraining({ request, limits, onProgress: () => {}, signal: new AbortController().signal });
}

test("a training that takes longer than it may is ended, and says which limit it met", async (t) => {
  await assert.rejects(train(t, { minutesMax: 0, memoryMbMax: 512 }), {
    code: "invalid_data",
    message: /learning\.trainingMinutesMax/,
  });
});

test("a training that takes more memory than it may is ended, and says which limit it met", async (t) => {
  await assert.rejects(train(t, { minutesMax: 5, memoryMbMax: 16 }), {
    code: "invalid_data",
    message: /learning\.trainingMemoryMbMax/,
  });
});
