import assert from "node:assert/strict";
import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { collectGarbage } from "./start.ts";

/** In its own function, so that nothing on the stack keeps it. */
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

/** The types of Node do not know the detail. */
interface Detail {
  readonly kind: number;
}

const array = (): readonly number[] => Array.from({ length: 100_000 }, () => 0.5);

test("a service that has given back its garbage is not collected in full again before its heap has grown by half", async () => {
  const kept = Array.from({ length: 60 }, array);
  await collectGarbage();
  let full = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as readonly (PerformanceEntry & { readonly detail?: Detail })[])
      if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
  });
  observer.observe({ entryTypes: ["gc"] });
  while (kept.length < 90) {
    kept.push(array());
    await delay(5);
  }
  await delay(50);
  observer.disconnect();
  assert.equal(kept.length, 90);
  assert.equal(full, 0);
});
