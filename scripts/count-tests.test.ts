import assert from "node:assert/strict";
import { test } from "node:test";

import { countTests, ratioOf } from "./count-tests.ts";

const file = (path: string, lines: number) => ({ path: `packages/${path}`, lines });

test("tests, suites and test folders count as tests, wherever they stand", () => {
  const [one] = countTests([
    file("one/src/rank/rank.ts", 100),
    file("one/src/rank/rank.test.ts", 20),
    file("one/src/view.test.tsx", 5),
    file("one/src/all.suite.ts", 10),
    file("one/src/conformance/people.ts", 4),
    file("one/test/support/inputs.ts", 6),
  ]);
  assert.deepEqual(one, { name: "one", sourceLines: 100, testLines: 45 });
});

test("data and generated files are neither source nor test", () => {
  const [one] = countTests([
    file("one/src/a.ts", 10),
    file("one/src/words.data.ts", 900),
    file("one/src/simd.generated.ts", 900),
  ]);
  assert.deepEqual(one, { name: "one", sourceLines: 10, testLines: 0 });
});

test("packages are counted apart, in the order of their names", () => {
  const counts = countTests([file("b/src/a.ts", 10), file("a/src/a.ts", 10), file("a/src/a.test.ts", 5)]);
  assert.deepEqual(
    counts.map((count) => [count.name, ratioOf(count)]),
    [
      ["a", 0.5],
      ["b", 0],
    ],
  );
});
