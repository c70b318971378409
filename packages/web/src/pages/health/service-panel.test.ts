// The figures of the service and the alerts below them.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Me } from "@signalbox/sdk";

import { loadAccountView } from "../../../test/support/account-view.ts";
import { anAlert } from "../../../test/support/an-alert.ts";
import { attributesOf, textOf, textsOf } from "../../../test/support/render.ts";
import type { Alert } from "../../api/queries/drift.ts";
import { readFilters } from "../../lib/explore.ts";

const { parts, show } = await loadAccountView();

const RANGE = { span: "1", from: "", to: "" } as const;
const replica = (more: object = {}) => ({
  is_alive: true,
  is_spooling: false,
  journal_queued: 2,
  version: "1.0.0",
  ...more,
});
const FIGURES = {
  seconds_p50: 0.02,
  seconds_p95: 0.05,
  seconds_p99: 0.2,
  errors: 0.001,
  shed: 0,
  limited: 0.0125,
};
const health = (more: object = {}): object => ({
  total: FIGURES,
  series: [],
  database: { kind: "postgres", answer_ms: 1.5, connections: 3, connections_max: 10 },
  catalogue: { version: "2026-11-28", facts_days: 12, prices_days: 3, warning: null },
  limits: {
    error_share: 0.02,
    seconds_p99: 2,
    disk_free_share: 0.05,
    journal_queued: 10_000,
    database_seconds: 1,
    task_failures: 3,
  },
  replicas: [replica()],
  last_decision_at: null,
  learned_at: null,
  ...more,
});

function figuresOf(more: object = {}): Readonly<Record<string, string>> {
  const html = show(parts.ServicePanel, {
    props: { range: RANGE, onRange: () => undefined },
    known: [[["service-health", RANGE], health(more)]],
  });
  const values = textsOf(html, "dd");
  return Object.fromEntries(textsOf(html, "dt").map((name, index) => [name, values[index] ?? ""]));
}

test("the figures of the service are said in units that fit them", () => {
  assert.deepEqual(figuresOf(), {
    "Time to answer": "20 ms p95 50 ms, p99 0.2 s",
    Errors: "0.10 % of all requests",
    Overload: "0.00 % turned away; 1.25 % over a rate limit",
    Journal: "2 waiting; last decision –, learned –",
    Catalogue: "12 days age of the facts; prices 3 days old",
    Database: "1.5 ms postgres, 3 of 10 connections",
    Replicas: "1 0 gone within a day; 1.0.0",
  });
});

test("a replica that is gone counts as gone, and what waited in it is not added", () => {
  const figures = figuresOf({
    replicas: [
      replica(),
      replica({ version: "1.1.0", journal_queued: 1500, is_spooling: true }),
      replica({ is_alive: false, journal_queued: 9, version: "0.9.0" }),
    ],
  });
  assert.match(figures["Journal"] ?? "", /^1,502 on the local disk;/);
  assert.equal(figures["Replicas"], "2 1 gone within a day; 1.0.0, 1.1.0");
});

test("without a request nothing is claimed, and a database without a pool is a file", () => {
  const none = Object.fromEntries(Object.keys(FIGURES).map((name) => [name, null]));
  const figures = figuresOf({
    total: none,
    database: { kind: "sqlite", answer_ms: 0.4, connections: null, connections_max: null },
  });
  assert.equal(figures["Errors"], "– of all requests");
  assert.equal(figures["Time to answer"], "– p95 –, p99 –");
  assert.equal(figures["Database"], "0.4 ms sqlite, a file");
});

test("the time to answer is drawn only where something was measured", () => {
  const series = [
    { at: "2026-01-01T00:00:00.000Z", ...FIGURES },
    { at: "2026-01-01T01:00:00.000Z", ...FIGURES },
  ];
  const drawn = (more: object): string =>
    show(parts.ServicePanel, {
      props: { range: RANGE, onRange: () => undefined },
      known: [[["service-health", RANGE], health(more)]],
    });
  assert.doesNotMatch(drawn({}), /<figure/);
  const html = drawn({ series });
  // Each line once in its picture, once in its legend.
  assert.equal(html.split('class="series-line"').length - 1, 12);
  assert.ok(
    attributesOf(html, "href").includes("#errors-and-refusals"),
    "errors open the chart of their hours",
  );
  assert.doesNotMatch(html, /NaN/);
});

const rowOf = (more: Partial<Alert> = {}, role: Me["role"] = "member"): string =>
  show(parts.AlertRow, { props: { alert: anAlert(more) }, role });

test("an alert leads to the decisions that it is about, and to no others", () => {
  const [href = ""] = attributesOf(rowOf({ key_id: "k1" }), "href");
  const { pathname, searchParams } = new URL(href, "https://host");
  assert.equal(pathname, "/decisions");
  const set = Object.entries(readFilters(searchParams)).filter(([, value]) => value !== "");
  assert.deepEqual(Object.fromEntries(set), { label: "vendor/kite", field: "code", key_id: "k1" });
});

test("an open alert can be acknowledged and a handled one opened again, by those who may write", () => {
  const seen = { acknowledged_at: "2026-01-03T13:00:00.000Z", handled_by: "ada@example.org" };
  assert.deepEqual(textsOf(rowOf(), "button"), ["Acknowledge"]);
  assert.deepEqual(textsOf(rowOf(seen), "button"), ["Reopen"]);
  assert.deepEqual(textsOf(rowOf({ resolved_at: seen.acknowledged_at }), "button"), []);
  assert.deepEqual(textsOf(rowOf({}, "read_only"), "button"), []);
});

test("an alert says who looked after it and why, and when it was settled", () => {
  const by = { handled_by: "ada@example.org" };
  assert.match(textOf(rowOf({ ...by, note: "A release." })), /; ada@example\.org: A release\./);
  assert.match(textOf(rowOf(by)), /; ada@example\.org: seen/);
  const settled = rowOf({ resolved_at: "2026-01-04T12:00:00.000Z" });
  assert.match(textOf(settled), /, settled 4 Jan 2026/);
  assert.match(settled, /data-tone="clear"/);
  assert.match(rowOf(), /data-tone="caution"/);
});

test("what opens an alert is said with its limits, whether anything is wrong or not", () => {
  const html = show(parts.ServicePanel, {
    props: { range: RANGE, onRange: () => undefined },
    known: [[["service-health", RANGE], health()]],
  });
  const said = textsOf(html, "li").join(" ");
  for (const limit of ["2.0 %", "2.0 s", "5.0 %", "10,000", "3 times"])
    assert.ok(said.includes(limit), limit);
});
