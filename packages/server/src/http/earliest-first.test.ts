import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { createEarliestFirst } from "./earliest-first.ts";

interface Item {
  place: number;
  readonly at: number;
}

const isBefore = (left: Item, right: Item): boolean => left.at < right.at;

test("whatever was added and removed, the first is the earliest of what is left", () => {
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 50 }) }),
    fc.record({ remove: fc.nat({ max: 99 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = createEarliestFirst(isBefore);
      const kept: Item[] = [];
      for (const action of steps) {
        if ("add" in action) {
          const item = { at: action.add, place: -1 };
          kept.push(item);
          heap.add(item);
        } else {
          const [item] = kept.splice(action.remove % Math.max(1, kept.length), 1);
          assert.equal(item !== undefined && heap.remove(item), item !== undefined);
        }
        assert.equal(heap.first()?.at ?? Infinity, Math.min(Infinity, ...kept.map(({ at }) => at)));
      }
    }),
    { numRuns: 200, seed: 7 },
  );
});

test("an item that is not there is not removed, and nothing with it", () => {
  const heap = createEarliestFirst(isBefore);
  const item = { at: 1, place: -1 };
  heap.add(item);
  assert.equal(heap.remove({ at: 1, place: 0 }), false);
  assert.deepEqual([heap.remove(item), heap.remove(item), heap.first()], [true, false, undefined]);
});

test("an item of 4,096 is added and removed with at most 36 comparisons", () => {
  let compared = 0;
  const heap = createEarliestFirst<Item>((left, right) => {
    compared += 1;
    return isBefore(left, right);
  });
  const items = Array.from({ length: 4_096 }, (_, index) => ({ at: (index * 2_503) % 4_096, place: -1 }));
  let most = 0;
  const count = (work: () => void): void => {
    compared = 0;
    work();
    most = Math.max(most, compared);
  };
  for (const item of items) count(() => heap.add(item));
  for (const item of items) count(() => heap.remove(item));
  assert.ok(most <= 36, `${most} comparisons`);
});
