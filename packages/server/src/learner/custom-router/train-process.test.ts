import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
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

/** NaN for a process that has just ended. */
function parentOf(pid: string): number {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Children of this process, on Linux. */
const childPids = (): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .map(Number);

test("a training lets the service go first", { skip: process.platform !== "linux" }, async (t) => {
  const training = train(t, { minutesMax: 0, memoryMbMax: 512 });
  const priorities = new Set(childPids().map((pid) => getPriority(pid)));
  assert.deepEqual([...priorities], [Math.min(19, getPriority() + 15)]);
  await assert.rejects(training);
});
