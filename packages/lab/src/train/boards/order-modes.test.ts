// Levels in the order of thought: against a search over all pools, and on the cases that the fit meets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MODES, thinksLess, type Mode } from "@signalbox/contracts";
import fc from "fast-check";
import { orderModes, type ModeLevel } from "./fit-board-factors.ts";

const orderOf = (levels: readonly ModeLevel[]): Record<string, number> =>
  Object.fromEntries(orderModes(levels));

test("of two that contradict each other the surer one moves less, and those in order stay", () => {
  assert.deepEqual(
    orderOf([
      { mode: "none", level: 0, precision: 1 },
      { mode: "low", level: 4, precision: 1 },
      { mode: "high", level: 1, precision: 2 },
    ]),
    { none: 0, low: 2, high: 2 },
  );
});

test("thought of the model's own measure stands above none, and beside every effort", () => {
  const levels = { none: 1, low: 2, high: 3, thinking: 1.5, default: 9 };
  const alike = (all: object): ModeLevel[] =>
    Object.entries(all).map(([mode, level]) => ({ mode, level: Number(level), precision: 1 }));
  assert.deepEqual(orderOf(alike(levels)), levels);
  assert.deepEqual(orderOf(alike({ ...levels, thinking: 0 })), { ...levels, none: 0.5, thinking: 0.5 });
});

/** @source Robertson, Wright & Dykstra (1988), theorem 1.4.4: the least of the greatest mean over upper and lower sets */
function searched(levels: readonly ModeLevel[], at: Mode): number {
  const modes = levels.map(({ mode }) => mode as Mode);
  const sets = Array.from({ length: 2 ** modes.length }, (_, bits) =>
    modes.filter((_mode, i) => bits & (1 << i)),
  );
  const upper = sets.filter((set) =>
    modes.every((b) => set.includes(b) || !set.some((a) => thinksLess(a, b))),
  );
  const lower = sets.filter((set) =>
    modes.every((a) => set.includes(a) || !set.some((b) => thinksLess(a, b))),
  );
  const meanOf = (set: readonly Mode[]): number => {
    const of = levels.filter(({ mode }) => set.includes(mode as Mode));
    const weight = of.reduce((sum, { precision }) => sum + precision, 0);
    return of.reduce((sum, { level, precision }) => sum + level * precision, 0) / weight;
  };
  return Math.max(
    ...upper
      .filter((set) => set.includes(at))
      .map((above) =>
        Math.min(
          ...lower
            .filter((set) => set.includes(at))
            .map((below) => meanOf(above.filter((mode) => below.includes(mode)))),
        ),
      ),
  );
}

test("it is the isotonic regression, whatever the levels, the precisions and the order that they come in", () => {
  const one = fc.record({
    mode: fc.constantFrom(...MODES),
    level: fc.double({ min: -3, max: 3, noNaN: true }),
    precision: fc.double({ min: 0.1, max: 50, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(one, { selector: ({ mode }) => mode, minLength: 1, maxLength: 6 }),
      (levels) => {
        const ordered = orderModes(levels);
        for (const { mode } of levels)
          assert.ok(Math.abs((ordered.get(mode) ?? 9) - searched(levels, mode)) < 1e-9, mode);
      },
    ),
    { numRuns: 60 },
  );
});
