import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import { logit } from "../contract/platt-scaling.ts";
import { applyBlend, fitBlend } from "./blend-logits.ts";

const near = (actual: number | undefined, expected: number, within: number): void =>
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) <= within,
    `${actual} is not within ${within} of ${expected}`,
  );

const EVEN = Float64Array.of(0.5, 0.5);

/** Outcomes of which the first member knows the chance and the second knows nothing. */
function draw(count: number) {
  const random = splitmix32(5);
  const knowing = Float32Array.from({ length: count }, () => 0.05 + 0.9 * random());
  const blind = Float32Array.from({ length: count }, () => 0.05 + 0.9 * random());
  const observed = knowing.map((chance) => (random() < chance ? 1 : 0));
  return { members: [knowing, blind], observed };
}

test("a blend with weights of a half and no bias is the mean of the logits", () => {
  const [blended] = applyBlend({ bias: 0, weights: EVEN }, [Float32Array.of(0.9), Float32Array.of(0.6)]);
  near(blended, sigmoid((logit(0.9) + logit(0.6)) / 2), 1e-6);
});

test("the member that knows gets the weight, the one that does not gets none", () => {
  const { members, observed } = draw(6000);
  const { bias, weights } = fitBlend(members, observed, { start: EVEN, pull: 1 });
  near(weights[0], 1, 0.12);
  near(weights[1], 0, 0.12);
  near(bias, 0, 0.12);
});

test("with few outcomes or a strong pull the weights stay where they start", () => {
  const { members, observed } = draw(6000);
  const { weights } = fitBlend(members, observed, { start: EVEN, pull: 1e9 });
  for (const weight of weights) near(weight, 0.5, 1e-3);
  const none = fitBlend(
    members,
    observed.map(() => Number.NaN),
    { start: EVEN, pull: 4 },
  );
  assert.deepEqual([...none.weights, none.bias], [0.5, 0.5, 0]);
});

test("unknown outcomes change nothing", () => {
  const { members, observed } = draw(400);
  const holed = observed.map((value, index) => (index % 2 === 0 ? value : Number.NaN));
  const halves = members.map((member) => member.filter((_, index) => index % 2 === 0));
  const fitted = fitBlend(members, holed, { start: EVEN, pull: 4 });
  const alone = fitBlend(
    halves,
    observed.filter((_, index) => index % 2 === 0),
    { start: EVEN, pull: 4 },
  );
  near(fitted.bias, alone.bias, 1e-9);
  for (const [index, weight] of fitted.weights.entries())
    near(weight, alone.weights[index] ?? Number.NaN, 1e-9);
});

test("the fit is where no small move of any weight makes the outcomes likelier", () => {
  const { members, observed } = draw(300);
  const pull = 4;
  const lossOf = (bias: number, weights: Float64Array): number => {
    const blended = applyBlend({ bias, weights }, members);
    const misses = observed.reduce((sum, outcome, index) => {
      const p = blended[index] ?? 0.5;
      return sum - Math.log(outcome === 1 ? p : 1 - p);
    }, 0);
    const pulled = weights.reduce((sum, weight) => sum + (weight - 0.5) ** 2, bias ** 2);
    return misses + (pull / 2) * pulled;
  };
  const { bias, weights } = fitBlend(members, observed, { start: EVEN, pull });
  const best = lossOf(bias, weights);
  for (const step of [-0.05, 0.05]) {
    assert.ok(lossOf(bias + step, weights) > best);
    assert.ok(lossOf(bias, Float64Array.of((weights[0] ?? 0) + step, weights[1] ?? 0)) > best);
    assert.ok(lossOf(bias, Float64Array.of(weights[0] ?? 0, (weights[1] ?? 0) + step)) > best);
  }
});

test("a blend is always a chance, however sure its members are", () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(chance, chance, fc.double({ min: -9, max: 9, noNaN: true }), (a, b, bias) => {
      const [blended = Number.NaN] = applyBlend({ bias, weights: EVEN }, [
        Float32Array.of(a),
        Float32Array.of(b),
      ]);
      assert.ok(blended > 0 && blended <= 1);
    }),
  );
});

test("no members blend to nothing", () => {
  assert.equal(applyBlend({ bias: 0, weights: new Float64Array() }, []).length, 0);
});
