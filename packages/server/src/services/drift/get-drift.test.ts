import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeDrift } from "./judge-drift.ts";
import { byModel, evidenceOf } from "./get-drift.ts";

const row = (label: string, field: string, count: number, gap: number) => ({
  label,
  field,
  count,
  predictedMean: 0.8,
  reportedMean: 0.8 + gap,
  brier: gap * gap + 0.2,
});

test("a gap that is spread over many fields is seen in the model, where no field alone shows it", () => {
  const fields = Array.from({ length: 12 }, (_, index) => row("worse", `field ${index}`, 40, -0.2));
  assert.ok(fields.every((one) => !judgeDrift(one).isAlert));
  const [model, ...others] = byModel([...fields, row("fine", "code", 30, 0)]);
  assert.ok(model);
  assert.deepEqual([model.label, model.count, others.length], ["worse", 480, 1]);
  assert.ok(Math.abs(model.reportedMean - 0.6) < 1e-9);
  assert.ok(judgeDrift(model).isAlert);
});

test("much evidence of a gap comes before a wide gap in one report", () => {
  const known = judgeDrift(row("known", "code", 2000, -0.15));
  const single = judgeDrift(row("single", "code", 1, -0.8));
  const none = judgeDrift(row("none", "code", 2000, 0));
  const order = [single, none, known].toSorted((a, b) => evidenceOf(b) - evidenceOf(a));
  assert.deepEqual(
    order.map(({ label }) => label),
    ["known", "none", "single"],
  );
});
