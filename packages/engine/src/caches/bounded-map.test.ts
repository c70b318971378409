import assert from "node:assert/strict";
import { mock, test } from "node:test";
import fc from "fast-check";
import { createBoundedMap } from "./bounded-map.ts";

/** Counts the key iterators that maps make during `work`: each new one walks over all freed places before the oldest entry. */
function countIterators(work: () => void): number {
  const keys = mock.method(Map.prototype, "keys");
  try {
    work();
    return keys.mock.callCount();
  } finally {
    keys.mock.restore();
  }
}

test("a full map takes 100,000 further entries with one search for the oldest", () => {
  const map = createBoundedMap<number>(10_000);
  for (let i = 0; i < 10_000; i++) map.set(`filled ${i}`, i);
  const made = countIterators(() => {
    for (let i = 0; i < 100_000; i++) map.set(`further ${i}`, i);
  });
  assert.ok(made <= 1, `${made} iterators`);
  assert.equal(map.size, 10_000);
  assert.equal(map.get("further 89999"), undefined);
  assert.equal(map.get("further 90000"), 90_000);
});

test("reading and replacing without forgetting lets outgrown tables go, once a pass over the entries", () => {
  const map = createBoundedMap<number>(100);
  for (let i = 0; i < 60; i++) map.set(`${i}`, i);
  const made = countIterators(() => {
    for (let i = 0; i < 60_000; i++) map.get(`${i % 60}`);
  });
  assert.ok(made >= 500 && made <= 1000, `${made} iterators`);
});

type Step = { do: "get" | "set" | "delete"; key: string } | { do: "clear" };

const KEY = fc.integer({ min: 0, max: 11 }).map((n) => `k${n}`);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constantFrom("get" as const, "set" as const, "delete" as const),
      key: KEY,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "clear" as const }) },
);

test("what survives is what a list in order of use keeps", () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 300 }), fc.integer({ min: 1, max: 8 }), (steps, max) => {
      const map = createBoundedMap<string>(max);
      let kept: string[] = [];
      for (const step of steps) {
        if (step.do === "clear") {
          map.clear();
          kept = [];
          continue;
        }
        const known = kept.includes(step.key);
        if (step.do === "get") {
          assert.equal(map.get(step.key), known ? step.key : undefined);
          if (!known || kept.length * 2 < max) continue;
        }
        kept = kept.filter((key) => key !== step.key);
        if (step.do === "delete") map.delete(step.key);
        else {
          if (step.do === "set") map.set(step.key, step.key);
          kept = [...kept, step.key].slice(-max);
        }
        assert.equal(map.size, kept.length);
      }
      const left = Array.from({ length: 12 }, (_, n) => `k${n}`).filter((key) => map.get(key) !== undefined);
      assert.deepEqual(
        left,
        kept.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
      );
    }),
  );
});

test("weights bound what is kept together, and a single heavier entry is still kept", () => {
  const map = createBoundedMap<number>(10, { max: 10, of: (_, value) => value });
  map.set("a", 4);
  map.set("b", 4);
  map.set("c", 4);
  assert.equal(map.get("a"), undefined);
  map.set("heavy", 50);
  assert.deepEqual([map.size, map.get("heavy")], [1, 50]);
});
