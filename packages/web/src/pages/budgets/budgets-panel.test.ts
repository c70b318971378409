// Budgets as owners and members see them. The names come from the lists of keys and preferences.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Budget, Me } from "@signalbox/sdk";

import { loadAccountView } from "../../../test/support/account-view.ts";
import { attributesOf, cellsOf, textOf, textsOf } from "../../../test/support/render.ts";
import { API_KEY_KEYS, PREFERENCE_KEYS } from "../../api/queries/lists.ts";

const { parts, show } = await loadAccountView();

const budget = (more: Partial<Budget> = {}): Budget => ({
  id: "b1",
  scope: "account",
  subject_id: null,
  period: "month",
  usd_max: 50,
  alert_at: 0.8,
  hard_stop: false,
  spent_usd: 20,
  resets_at: "2026-02-01T00:00:00.000Z",
  updated_at: "2026-01-03T12:00:00.000Z",
  updated_by: "ada@example.org",
  ...more,
});

const NAMES = [
  [API_KEY_KEYS.choices, { data: [{ id: "k1", name: "nightly", status: "revoked" }] }],
  [PREFERENCE_KEYS.choices, { data: [{ id: "p1", name: "Support" }] }],
] as const;

const panelOf = (budgets: readonly Budget[], role: Me["role"] = "owner"): string =>
  show(parts.BudgetsPanel, { props: {}, role, known: [...NAMES, [["budgets"], { data: budgets }]] });

test("a budget says what is gone of it, when it alerts and what happens then", () => {
  const [row = []] = cellsOf(panelOf([budget()]));
  assert.deepEqual(row.slice(0, 4), [
    "The whole account",
    "$20.00 of $50.00 a month (40 %)",
    "80 %",
    "goes on",
  ]);
  assert.match(row[4] ?? "", /^3 Jan.* by ada@example\.org$/);
  const [hard = []] = cellsOf(
    panelOf([budget({ hard_stop: true, period: "day", spent_usd: 60, updated_by: null })]),
  );
  assert.deepEqual([hard[1], hard[3]], ["$60.00 of $50.00 a day (120 %)", "stops"]);
  assert.match(hard[4] ?? "", / by –$/);
});

test("a budget is called by the name of its key or preference, also when the key is revoked", () => {
  const subjects = [
    budget({ id: "b1", scope: "key", subject_id: "k1" }),
    budget({ id: "b2", scope: "preference", subject_id: "p1" }),
    budget({ id: "b3", scope: "key", subject_id: "0123456789" }),
  ];
  assert.deepEqual(
    cellsOf(panelOf(subjects)).map(([name]) => name),
    ["Key nightly", "Preference Support", "Key 01234567"],
  );
});

test("only owners set and delete budgets; a button says of which budget it is", () => {
  assert.deepEqual(textsOf(panelOf([budget()]), "button"), [
    "Set a budget",
    "Delete the budget of The whole account",
  ]);
  for (const role of ["member", "read_only"] as const)
    assert.deepEqual(textsOf(panelOf([budget()], role), "button"), []);
});

test("what was spent opens the decisions of the period, the most expensive first", () => {
  const hrefOf = (more: Partial<Budget>): string | undefined =>
    attributesOf(panelOf([budget(more)]), "href")[0];
  assert.equal(hrefOf({}), "/decisions?from=2026-01-01T00%3A00%3A00.000Z&sort=usd");
  assert.equal(
    hrefOf({ period: "day", scope: "key", subject_id: "k1" }),
    "/decisions?key_id=k1&from=2026-01-31T00%3A00%3A00.000Z&sort=usd",
  );
});

test("beside preferences stand the budgets of preferences alone", () => {
  const known = [
    ...NAMES,
    [["budgets"], { data: [budget(), budget({ id: "b2", scope: "preference", subject_id: "p1" })] }],
  ] as const;
  const html = show(parts.BudgetsPanel, { props: { ofPreferences: true }, known });
  assert.deepEqual(
    cellsOf(html).map(([name]) => name),
    ["Preference Support"],
  );
});

test("there are no budgets only once the service has said so", () => {
  assert.match(textOf(panelOf([])), /None\. A budget alerts/);
  const loading = textOf(show(parts.BudgetsPanel, { props: {}, known: NAMES }));
  assert.match(loading, /Loading/);
  assert.doesNotMatch(loading, /None/);
});
