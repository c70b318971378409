import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { ENCODER_IDS_MAX, encoderIdsOf } from "./encoder-ids.ts";

test("a short prompt is read whole, between the special tokens", () => {
  const reading = encoderIdsOf({ ids: Int32Array.of(5, 6, 7, 9, 9), idCount: 3 });
  assert.deepEqual([...reading], [101, 5, 6, 7, 102]);
  assert.deepEqual([...encoderIdsOf({ ids: new Int32Array(4), idCount: 0 })], [101, 102]);
});

test("a long prompt is read from its beginning and its end, never longer than the window", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 320 }), (idCount) => {
      const ids = Int32Array.from({ length: 400 }, (_, index) => 1_000 + index);
      const reading = encoderIdsOf({ ids, idCount });
      assert.equal(reading.length, Math.min(idCount + 2, ENCODER_IDS_MAX));
      const inner = [...reading.subarray(1, -1)];
      const cut = inner.findIndex((id, index) => index > 0 && id !== inner[index - 1]! + 1);
      if (idCount <= ENCODER_IDS_MAX - 2) assert.equal(cut, -1);
      else assert.deepEqual([cut, inner[0], inner.at(-1)], [84, 1_000, 1_000 + idCount - 1]);
    }),
  );
});
