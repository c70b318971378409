import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_FILTERS } from "./explore.ts";
import { groupFilter, GROUPINGS } from "./grouping.ts";
import { oneFilter } from "./one-filter.ts";

const VALUES: Readonly<Record<string, string>> = {
  version: "p1@3",
  outcome: "refused",
  cost: "0.01-0.1",
  feedback: "none",
};

test("a group that is opened from a chart is the group that its decisions are counted by", () => {
  for (const { value: by } of GROUPINGS) {
    const value = VALUES[by] ?? "x";
    assert.deepEqual(oneFilter({ ...NO_FILTERS, ...groupFilter(by, value) }), { by, value });
  }
  assert.deepEqual(oneFilter({ ...NO_FILTERS, ...groupFilter("key", "") }), { by: "key", value: "" });
});

test("without a filter everything is counted; what has no sums is not counted at all", () => {
  assert.equal(oneFilter(NO_FILTERS), "none");
  assert.equal(oneFilter({ ...NO_FILTERS, q: "late" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, explored: "true" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, feedback: "any" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, cost: "0.2-0.3" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, label: "a", field: "code" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, preference_version: "2" }), undefined);
});
