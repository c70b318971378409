import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_FILTERS } from "./explore.ts";
import { groupFilter, GROUPINGS } from "./grouping.ts";
import { oneFilter } from "./one-filter.ts";

test("a group that is opened from a chart is the group that its decisions are counted by", () => {
  for (const { value: by } of GROUPINGS) {
    const value = by === "version" ? "p1@3" : "x";
    const filter = groupFilter(by, value);
    if (filter === undefined) continue;
    assert.deepEqual(oneFilter({ ...NO_FILTERS, ...filter }), { by, value });
  }
});

test("without a filter everything is counted; what has no sums is not counted at all", () => {
  assert.equal(oneFilter(NO_FILTERS), "none");
  assert.equal(oneFilter({ ...NO_FILTERS, q: "late" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, degraded: "true" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, label: "a", field: "code" }), undefined);
  assert.equal(oneFilter({ ...NO_FILTERS, preference_version: "2" }), undefined);
});
