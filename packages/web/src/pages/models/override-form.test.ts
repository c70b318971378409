import assert from "node:assert/strict";
import { test } from "node:test";

import type { Model, ModelOverride } from "@signalbox/sdk";
import fc from "fast-check";

import {
  EMPTY_OVERRIDE,
  NUMBER_MEMBERS,
  readScores,
  shippedNumber,
  toFields,
  toOverride,
} from "./override-form.ts";

test("a form that nobody touched changes nothing", () => {
  assert.deepEqual(toOverride(EMPTY_OVERRIDE), {});
  assert.deepEqual(toFields({}), EMPTY_OVERRIDE);
});

const number = fc.double({ min: 0, max: 1e6, noNaN: true });
const overrides = fc.record<ModelOverride>(
  {
    name: fc.stringMatching(/^[a-z][a-z ]{0,10}[a-z]$/),
    input_usd_per_mtok: number,
    output_usd_per_mtok: number,
    context_tokens: fc.integer({ min: 1, max: 10 ** 7 }),
    time_to_first_token_s: number,
    supports_tools: fc.boolean(),
    scores: fc.dictionary(
      fc.stringMatching(/^[a-z][a-z0-9_]{1,8}$/),
      fc.double({ min: 0, max: 1, noNaN: true }),
      {
        minKeys: 1,
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

test("an override that is opened and saved without a change is the same override", () => {
  fc.assert(
    fc.property(overrides, (override) => {
      const plain = Object.values(override.scores ?? {}).every((score) => !String(score).includes("e"));
      fc.pre(plain);
      assert.deepEqual(toOverride(toFields(override)), override);
    }),
  );
});

test("what is blank is left out of the body, so that it stays as shipped", () => {
  const override = toOverride({
    name: "  ",
    numbers: { input_usd_per_mtok: "", output_usd_per_mtok: " 2.5 " },
    tools: "",
    scores: "\n\n",
  });
  assert.deepEqual(override, { output_usd_per_mtok: 2.5 });
});

test("zero is a value, not a blank", () => {
  assert.deepEqual(toOverride({ ...EMPTY_OVERRIDE, numbers: { input_usd_per_mtok: "0" }, tools: "no" }), {
    input_usd_per_mtok: 0,
    supports_tools: false,
  });
});

test("scores are read line by line, apart by a space, a colon, an equals sign or a comma", () => {
  assert.deepEqual(readScores("mmlu_pro 0.7\ngpqa: .5\nhumaneval = 0.9\n gsm8k,1 \n"), {
    mmlu_pro: 0.7,
    gpqa: 0.5,
    humaneval: 0.9,
    gsm8k: 1,
  });
});

test("a line that holds no score is passed over, and the last of two counts", () => {
  assert.deepEqual(readScores("mmlu\nhalf typ\nmmlu 1.2.3\nmmlu 0.4\nmmlu 0.6"), { mmlu: 0.6 });
});

test("a name with spaces and digits keeps them", () => {
  assert.deepEqual(readScores("AIME 2025 0.8"), { "AIME 2025": 0.8 });
});

test("what is shipped is shown beside each field, and unknown where nothing is", () => {
  const model = { context_tokens: 128_000, output_usd_per_mtok: null } as unknown as Model;
  assert.equal(shippedNumber(model, "context_tokens"), "128000");
  assert.equal(shippedNumber(model, "output_usd_per_mtok"), "unknown");
  assert.equal(shippedNumber(undefined, "context_tokens"), "unknown");
});

test("every number of the form has a label of its own", () => {
  const labels = NUMBER_MEMBERS.map(([, label]) => label);
  assert.equal(new Set(labels).size, labels.length);
});
