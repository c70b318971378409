import assert from "node:assert/strict";
import { test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { openArtefactView } from "../estimators/custom/custom-router.ts";
import { openFeatures } from "./open-features.ts";

test("features of the artefact need an artefact, and are refused with advice without one", () => {
  assert.throws(() => openFeatures("artefact", []), /artefact folder/);
});

test("features of the artefact are rows of length 1, the same for the same text", async () => {
  const source = openFeatures("artefact", [await openArtefactView(SHIPPED_ARTEFACT_DIR)]);
  const fitted = source.fit([], 1);
  const { dim } = fitted;
  const texts = ["Prove that the square root of two is irrational.", "Translate this sentence into German."];
  const rows = fitted.encode([...texts, ...texts]);
  assert.equal(rows.length, 4 * dim);
  for (let row = 0; row < 4; row += 1)
    assert.ok(Math.abs(Math.hypot(...rows.subarray(row * dim, (row + 1) * dim)) - 1) < 1e-5);
  assert.deepEqual(rows.subarray(0, 2 * dim), rows.subarray(2 * dim));
  assert.notDeepEqual(rows.subarray(0, dim), rows.subarray(dim, 2 * dim));
});
