import assert from "node:assert/strict";
import { test } from "node:test";

import { expiryChoices, expiryOf, splitAddresses } from "./key-expiries.ts";

const NOW = Date.UTC(2026, 0, 1);

test("where keys may live without end, never is offered first; else nothing beyond the limit", () => {
  assert.deepEqual(
    expiryChoices(null).map(({ value }) => value),
    ["never", "7", "30", "90", "365"],
  );
  assert.deepEqual(
    expiryChoices(45).map(({ value, label }) => [value, label]),
    [
      ["45", "In 45 days"],
      ["30", "In 30 days"],
      ["7", "In 7 days"],
    ],
  );
  assert.deepEqual(expiryChoices(1), [{ value: "1", label: "In 1 day" }]);
});

test("the end that is sent lies within the limit by the clock of the service too", () => {
  assert.equal(expiryOf("never", NOW), null);
  assert.ok(Date.parse(expiryOf("30", NOW) ?? "") < NOW + 30 * 86_400_000);
});

test("addresses may stand on lines, or between commas and blanks; none means any", () => {
  assert.deepEqual(splitAddresses(" 10.0.0.0/8,\n2001:db8::/32  192.0.2.1 "), [
    "10.0.0.0/8",
    "2001:db8::/32",
    "192.0.2.1",
  ]);
  assert.equal(splitAddresses(" , "), null);
});
