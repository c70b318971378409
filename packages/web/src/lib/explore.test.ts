import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import {
  DECISION_SORTS,
  decisionsHref,
  isFiltered,
  NO_FILTERS,
  PRICED,
  queryOf,
  readFilters,
  readSort,
  writeFilters,
} from "./explore.ts";
import type { Filters } from "./explore.ts";
import { readRange } from "./range.ts";

const ALL_TIME = { span: "", from: "", to: "" } as const;
const choice = fc.constantFrom("" as const, "true" as const, "false" as const);
const anyFilters: fc.Arbitrary<Filters> = fc.record<Filters>(
  {
    q: fc.string(),
    label: fc.string(),
    field: fc.string(),
    language: fc.string(),
    operation: fc.string(),
    call_role: fc.constantFrom("", "main", "sub_agent", "title", "summary", "check"),
    cost: fc.constantFrom("", "unknown", "0-0.0001", "0.01-0.1", "1-", "2.5-10"),
    feedback: fc.constantFrom("", "none", "any", "bad", "good"),
    refused: choice,
    degraded: choice,
    explored: choice,
    rejected: choice,
    preference_id: fc.uuid(),
    preference_version: fc.integer({ min: 1, max: 99 }).map(String),
    key_id: fc.uuid(),
    chain_id: fc.uuid(),
    tags: fc.constantFrom("", "region=eu", "region=eu%2C west,team=a"),
  },
  { noNullPrototype: true },
);

test("filters come back from the address as they went into it, whatever a label holds", () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const parameters = new URLSearchParams("span=7&against=before");
      writeFilters(parameters, filters);
      const { searchParams } = new URL(`https://host/decisions?${parameters.toString()}`);
      assert.deepEqual(readFilters(searchParams), filters);
      assert.equal(searchParams.get("against"), "before");
    }),
  );
});

test("a link to decisions holds the span and the filters, and nothing that is not set", () => {
  assert.equal(decisionsHref(ALL_TIME), "/decisions");
  const href = decisionsHref({ span: "30", from: "", to: "" }, { label: "a/b c&d", rejected: "true" });
  const { pathname, searchParams } = new URL(href, "https://host");
  assert.equal(pathname, "/decisions");
  assert.deepEqual([...searchParams.keys()].sort(), ["label", "rejected", "span"]);
  assert.equal(readFilters(searchParams).label, "a/b c&d");
  assert.equal(readRange(searchParams, "").span, "30");
});

test("the service is asked for what is set only, and choices are booleans there", () => {
  const nowMs = Date.UTC(2026, 0, 8);
  assert.deepEqual(queryOf(NO_FILTERS, ALL_TIME, nowMs), {});
  const filters: Filters = { ...NO_FILTERS, label: "a", degraded: "false", explored: "true" };
  assert.deepEqual(queryOf(filters, { span: "7", from: "", to: "" }, nowMs), {
    label: "a",
    degraded: false,
    explored: true,
    from: "2026-01-01T00:00:00.000Z",
  });
});

test("a band of cost is a span of dollars there, and no price is no span", () => {
  const asked = (cost: string): unknown => queryOf({ ...NO_FILTERS, cost }, ALL_TIME, 0);
  assert.deepEqual(asked("0.001-0.01"), { usd_min: 0.001, usd_max: 0.01 });
  assert.deepEqual(asked("1-"), { usd_min: 1 });
  assert.deepEqual(asked("unknown"), { priced: false });
  for (const text of ["cheap", "-1", "1--2", "0.1-x", "unknown-"])
    assert.equal(readFilters(new URLSearchParams({ cost: text, feedback: text })).cost, "");
});

test("a choice that is neither yes nor no is no filter", () => {
  const filters = readFilters(new URLSearchParams("degraded=maybe&explored=1"));
  assert.deepEqual(filters, NO_FILTERS);
  assert.equal(isFiltered(filters), false);
  assert.equal(isFiltered({ ...NO_FILTERS, rejected: "false" }), true);
});

test("a version that is no positive number, and a kind of feedback that there is not, are no filters", () => {
  const read = (text: string): Filters => readFilters(new URLSearchParams(text));
  for (const text of ["0", "-1", "1.5", "2x", "1234567890", " 3"])
    assert.equal(read(`preference_version=${encodeURIComponent(text)}`).preference_version, "", text);
  assert.equal(read("preference_version=12").preference_version, "12");
  assert.equal(read("feedback=awful").feedback, "");
  assert.equal(read("feedback=bad").feedback, "bad");
});

test("a filter that was taken off leaves the address; what is no filter stays", () => {
  const parameters = new URLSearchParams("label=a&cost=1-&against=before");
  writeFilters(parameters, { ...NO_FILTERS, cost: "unknown" });
  assert.deepEqual(Object.fromEntries(parameters), { cost: "unknown", against: "before" });
});

test("kinds of feedback are asked for by name, and no feedback is a kind", () => {
  for (const feedback of ["none", "any", "bad", "good"])
    assert.deepEqual(queryOf({ ...NO_FILTERS, feedback }, ALL_TIME, 0), { feedback });
});

test("an order stands in the address unless it is the newest first, and one that there is not is that", () => {
  for (const { value } of DECISION_SORTS) {
    const { searchParams } = new URL(decisionsHref(ALL_TIME, {}, value), "https://host");
    assert.equal(searchParams.has("sort"), value !== "");
    assert.equal(readSort(searchParams.get("sort")), value);
  }
  assert.equal(readSort("colour"), "");
});

test("picks with a known price are those of any price", () => {
  const { searchParams } = new URL(decisionsHref(ALL_TIME, PRICED), "https://host");
  assert.deepEqual(queryOf(readFilters(searchParams), ALL_TIME, 0), { usd_min: 0 });
});
