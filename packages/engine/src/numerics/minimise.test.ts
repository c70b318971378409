import assert from "node:assert/strict";
import { test } from "node:test";

import { minimise } from "./minimise.ts";

test("the minimum of Rosenbrock's valley is found from its usual start", () => {
  const x = Float64Array.of(-1.2, 1);
  const value = minimise(
    (at, gradient) => {
      const [a = 0, b = 0] = at;
      gradient[0] = -400 * a * (b - a * a) - 2 * (1 - a);
      gradient[1] = 200 * (b - a * a);
      return 100 * (b - a * a) ** 2 + (1 - a) ** 2;
    },
    x,
    { iterations: 200, tolerance: 1e-9 },
  );
  assert.ok(value < 1e-12);
  assert.ok(Math.abs((x[0] ?? 0) - 1) < 1e-5 && Math.abs((x[1] ?? 0) - 1) < 1e-5);
});

test("a quadratic of many unequal curvatures ends at its solution", () => {
  const curvature = Float64Array.from({ length: 40 }, (_, index) => 1 + index * index);
  const x = new Float64Array(40);
  minimise(
    (at, gradient) => {
      let value = 0;
      at.forEach((entry, index) => {
        const bend = curvature[index] ?? 1;
        gradient[index] = bend * entry - 1;
        value += (bend * entry * entry) / 2 - entry;
      });
      return value;
    },
    x,
    { iterations: 300, tolerance: 1e-10 },
  );
  x.forEach((entry, index) => assert.ok(Math.abs(entry - 1 / (curvature[index] ?? 1)) < 1e-5));
});
