// A hint beside a setting says the value that is in force when the field is empty, and whose it is.
import assert from "node:assert/strict";
import { test } from "node:test";

import { limitHint } from "./limits.ts";

const words = { write: (days: number) => `after ${days} days`, none: "never" };

test("an empty field says the operator's value, and none where the operator has none", () => {
  assert.equal(
    limitHint({ value: 90, origin: "operator", operator: 90 }, { own: null, ...words }),
    "Empty: after 90 days, set by the operator.",
  );
  assert.equal(
    limitHint({ value: null, origin: "operator", operator: null }, { own: null, ...words }),
    "Empty: never.",
  );
});

test("a setting that the operator's stricter limit overrules says which one holds", () => {
  assert.equal(
    limitHint({ value: 90, origin: "operator", operator: 90 }, { own: 400, ...words }),
    "In force: after 90 days, the operator's limit. Empty: after 90 days, set by the operator.",
  );
  assert.equal(
    limitHint({ value: 30, origin: "account", operator: 90 }, { own: 30, ...words }),
    "Empty: after 90 days, set by the operator.",
  );
});
