import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openFeatures } from "./open-features.ts";
import { floatAt } from "../arrays/value-at.ts";

const TRAINING = [
  "What is the capital of France?",
  "Prove that the square root of two is irrational.",
  "Write a function that reverses a linked list.",
  "Translate this sentence into German.",
  "A train covers 84 km at 63 km/h. How long does it take?",
  "Which amino acid does AUG stand for?",
];

test("a sentence encoder beside the words brings together what shares no word", async () => {
  const vectorsDir = mkdtempSync(join(tmpdir(), "signalbox-vectors-"));
  const features = await openFeatures("encoder", [], { vectorsDir });
  const texts = [
    "Name France's chief city.",
    "Which town is the seat of government of Mongolia?",
    "Reverse a doubly linked list in Rust.",
  ];
  await features.prepare([...TRAINING, ...texts], () => undefined);
  const fitted = features.source.fit(TRAINING, 42);
  const { dim } = fitted;
  const rows = fitted.encode(texts);
  assert.equal(rows.length, texts.length * dim);
  const cosine = (i: number, j: number): number => {
    let sum = 0;
    for (let d = 0; d < dim; d += 1) sum += floatAt(rows, i * dim + d) * floatAt(rows, j * dim + d);
    return sum;
  };
  for (const [i] of texts.entries()) assert.ok(Math.abs(cosine(i, i) - 1) < 1e-5);
  assert.ok(cosine(0, 1) > cosine(0, 2) + 0.1, `${cosine(0, 1)} ${cosine(0, 2)}`);
  assert.deepEqual(fitted.encode(texts), rows);
  await features.close();
  rmSync(vectorsDir, { recursive: true });
});

test("features of the artefact need an artefact, and are refused with advice without one", async () => {
  await assert.rejects(openFeatures("artefact", [], {}), /artefact folder/);
});
