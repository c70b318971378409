import assert from "node:assert/strict";
import { test } from "node:test";

import { createGiveWay } from "./give-way.ts";

test("work goes on within a slice, gives way after it, and others have worked when the next one begins", async () => {
  const clock = { ms: 0 };
  const giveWay = createGiveWay(() => clock.ms);
  clock.ms = 4;
  assert.equal(giveWay(), undefined);
  clock.ms = 5;
  let haveOthersWorked = false;
  setImmediate(() => (haveOthersWorked = true));
  await giveWay();
  assert.ok(haveOthersWorked);
  assert.equal(giveWay(), undefined);
});
