import assert from "node:assert/strict";
import { test } from "node:test";
import { RULE_FIELDS as KNOWN } from "../../../../contracts/src/preferences/policy-faults.ts";
import { RULE_FIELDS } from "./rule-fields.data.ts";

test("the choice has every name that the service takes, each once", () => {
  assert.deepEqual(Object.values(RULE_FIELDS).flat().toSorted(), [...KNOWN].toSorted());
});
