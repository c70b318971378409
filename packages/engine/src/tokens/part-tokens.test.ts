import assert from "node:assert/strict";
import { test } from "node:test";
import { estimatePartTokens, ownImageTokens } from "./part-tokens.ts";

test("a document grows with its bytes, and is one page where they are unknown", () => {
  const tokens = (bytes?: number): number =>
    estimatePartTokens({ modality: "file", ...(bytes === undefined ? {} : { bytes }) }, "o200k");
  assert.equal(tokens(), 1300);
  assert.equal(tokens(1_500), 1300);
  assert.ok(tokens(1_100_000) >= 6 * tokens(1_500));
  assert.ok(tokens(1e12) <= 2_000 * 1300);
});

test("a coarse look costs less where the vendor has one, and a model's own rule replaces its family's", () => {
  assert.equal(estimatePartTokens({ modality: "image", detail: "low" }, "o200k"), 85);
  assert.equal(estimatePartTokens({ modality: "image", detail: "low" }, "claude"), 1400);
  const rule = { usual: 25_501, low: 2_833 };
  assert.equal(ownImageTokens({ images: 1, lowImages: 1 }, rule, "o200k"), 25_501 - 765 + 2_833 - 85);
});
