import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { every } from "./every.ts";

const FAULTS: Readonly<Record<string, () => unknown>> = {
  "that throws": () => {
    throw new Error("EMFILE");
  },
  "that rejects": () => Promise.reject(new Error("EMFILE")),
};

for (const [name, work] of Object.entries(FAULTS))
  test(`periodic work ${name} is reported and tried again`, async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const faults: unknown[] = [];
    const periodic = every(10, work, (cause) => faults.push(cause));
    for (let round = 0; round < 3; round += 1) {
      t.mock.timers.tick(10);
      await wait(0);
    }
    await periodic.stop();
    assert.equal(faults.length, 3);
    assert.match(String(faults[0]), /EMFILE/);
  });

test("a round that is still running is not started again, and stop waits for it", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  let ended = false;
  const work = async (): Promise<void> => {
    started += 1;
    await promise;
    ended = true;
  };
  const periodic = every(10, work, assert.ifError);
  t.mock.timers.tick(50);
  periodic.run();
  assert.equal(started, 1);
  const stopped = periodic.stop();
  resolve();
  await stopped;
  assert.ok(ended);
  t.mock.timers.tick(50);
  assert.equal(started, 1);
});
