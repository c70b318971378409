import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY_FORM, priceFault, requestOf } from "./roster-form.ts";

test("an empty form asks for advice on the traffic as it was asked", () => {
  assert.deepEqual(requestOf(EMPTY_FORM), {});
});

test("lists are separated by commas, and a price names its model", () => {
  const form = {
    ...EMPTY_FORM,
    judged: "cost" as const,
    models: " openai/gpt-5 , ,openai/o3",
    without: "openai/o3",
    prices: "openai/gpt-5=1.25/10",
  };
  assert.deepEqual(requestOf(form), {
    models: ["openai/gpt-5", "openai/o3"],
    without: ["openai/o3"],
    prices: [{ model: "openai/gpt-5", input_price: 1.25, output_price: 10 }],
    tradeoff: "cost",
  });
});

test("a price that cannot be read is named, never dropped in silence", () => {
  assert.equal(priceFault({ prices: "openai/gpt-5=1/8, openai/o3=2/8" }), undefined);
  assert.match(priceFault({ prices: "openai/gpt-5=1/8, o3=cheap" }) ?? "", /"o3=cheap"/);
  assert.match(priceFault({ prices: "o3=1.2.3/4" }) ?? "", /model=input\/output/);
});
