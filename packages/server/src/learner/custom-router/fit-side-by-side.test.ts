import assert from "node:assert/strict";
import { test } from "node:test";

import { fitRouter, selectRouter, serialiseRouter } from "@signalbox/engine/learn";
import type { CorrectionData } from "@signalbox/engine/learn";
import { drawNormal, mulberry32 } from "@signalbox/engine/numerics";

import { fitSideBySide } from "./fit-side-by-side.ts";

const ARMS = ["a", "b", "c", "d", "e", "f", "g"];

/** Models that get better by their place, on prompts that differ in one feature. */
function makeData(prompts: number): CorrectionData {
  const random = mulberry32(3);
  const draw = (length: number) => Float32Array.from({ length }, () => drawNormal(random));
  const encodings = Array.from({ length: prompts }, () => ({ features: draw(100) }));
  const outcomes = encodings.flatMap(({ features }, prompt) =>
    ARMS.map((_, arm) => {
      const outcome = random() < 0.3 + 0.05 * arm + (features[0]! > 0 ? 0.2 : 0) ? 1 : 0;
      return { prompt, arm, prior: 0.5, outcome, weight: 1 };
    }),
  );
  return { arms: ARMS, encodings, outcomes };
}

test("folds that are fitted side by side make the router that one after the other makes, with few rows and with many", async () => {
  for (const prompts of [40, 300]) {
    const data = makeData(prompts);
    const foldOfRow = Int32Array.from(data.encodings, (_, row) => row % 5);
    const shares: number[] = [];
    const { selection, fitted } = await fitSideBySide(data, foldOfRow, (share) => shares.push(share));
    const inTurn = selectRouter(data, foldOfRow);
    assert.deepEqual(selection, inTurn);
    assert.equal(serialiseRouter(fitted), serialiseRouter(fitRouter(data, inTurn.shares)));
    assert.equal(shares.length, 6);
    assert.equal(shares.at(-1), 1);
  }
});
