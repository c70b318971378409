import assert from "node:assert/strict";
import { test } from "node:test";

import { collectGarbage } from "./start.ts";

/** In a function of its own, so that nothing on the stack keeps it. */
function leaveBehind(): WeakRef<Uint8Array> {
  return new WeakRef(new Uint8Array(40_000_000));
}

test("what nobody holds is gone, and its memory with it", async () => {
  const left = leaveBehind();
  const { arrayBuffers } = process.memoryUsage();
  await collectGarbage();
  assert.equal(left.deref(), undefined);
  assert.ok(process.memoryUsage().arrayBuffers < arrayBuffers - 30_000_000);
});
