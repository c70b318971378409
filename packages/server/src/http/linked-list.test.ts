import assert from "node:assert/strict";
import { test } from "node:test";

import { LinkedList } from "./linked-list.ts";

const valuesOf = (list: LinkedList<{ readonly at: number }>): number[] => {
  const values: number[] = [];
  list.forEach(({ at }) => values.push(at));
  return values;
};

test("what is open stays in the order in which it came, also when some leave", () => {
  const list = new LinkedList<{ readonly at: number }>();
  const leave = [0, 1, 2, 3, 4].map((at) => list.add({ at }));
  leave[2]?.();
  assert.deepEqual(valuesOf(list), [0, 1, 3, 4]);
  leave[4]?.();
  list.add({ at: 5 });
  assert.deepEqual(valuesOf(list), [0, 1, 3, 5]);
  list.removeFirst();
  assert.deepEqual([list.first?.at, valuesOf(list)], [1, [1, 3, 5]]);
});

test("leaving twice takes nobody else out, nor does taking the first out of an empty list", () => {
  const list = new LinkedList<{ readonly at: number }>();
  const [first, second] = [list.add({ at: 0 }), list.add({ at: 1 })];
  first();
  first();
  assert.deepEqual(valuesOf(list), [1]);
  list.removeFirst();
  second();
  list.removeFirst();
  assert.deepEqual([list.first, valuesOf(list)], [undefined, []]);
  list.add({ at: 2 });
  assert.deepEqual(valuesOf(list), [2]);
});
