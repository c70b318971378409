import assert from "node:assert/strict";
import { test } from "node:test";
import { LATENT_SEMANTIC_FEATURES } from "./latent-semantic.ts";
import { floatAt } from "../arrays/value-at.ts";

const COOKING = [
  "Boil the rice with salt",
  "Bake bread in the oven",
  "Salt the soup and boil it",
  "The oven bakes rice bread",
];
const MATHS = [
  "Solve the equation for x",
  "Integrate the function of x",
  "Prove the equation holds",
  "The function solves the equation",
];

function similarity(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * floatAt(b, i), 0);
}

test("texts on one matter lie closer than texts on another", () => {
  const features = LATENT_SEMANTIC_FEATURES.fit([...COOKING, ...MATHS], 42);
  const rows = features.encode([
    "boil bread in the oven",
    "bake the soup with salt",
    "integrate the equation",
  ]);
  const row = (i: number): Float32Array => rows.subarray(i * features.dim, (i + 1) * features.dim);
  assert.ok(similarity(row(0), row(1)) > similarity(row(0), row(2)));
});

test("rows have unit length and the same seed gives the same rows", () => {
  const texts = [...COOKING, ...MATHS];
  const first = LATENT_SEMANTIC_FEATURES.fit(texts, 1);
  const rows = first.encode(texts);
  assert.deepEqual(LATENT_SEMANTIC_FEATURES.fit(texts, 1).encode(texts), rows);
  for (let i = 0; i < texts.length; i += 1) {
    const row = rows.subarray(i * first.dim, (i + 1) * first.dim);
    assert.ok(Math.abs(similarity(row, row) - 1) < 1e-4);
  }
});

test("one training text, and a text without a known word, still give finite rows", () => {
  const features = LATENT_SEMANTIC_FEATURES.fit(["one"], 1);
  assert.ok(features.encode(["", "something else", "one"]).every(Number.isFinite));
});
