import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { RosterModel } from "@signalbox/sdk";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, cellsOf, render, textOf, textsOf } from "../../../test/support/render.ts";
import type { GainCell, ModelTable, UsdCell } from "./roster-tables.tsx";

let tables: {
  readonly GainCell: typeof GainCell;
  readonly ModelTable: typeof ModelTable;
  readonly UsdCell: typeof UsdCell;
};
before(async () => {
  tables = await loadTsx("pages/roster/roster-tables.tsx");
});

const interval = (low: number, mean: number, high: number) => ({ low, mean, high });

test("a gain is coloured only where its whole interval lies on one side, and a saving counts as good", () => {
  const toneOf = (html: string): string => attributesOf(html, "class")[0] ?? "";
  const gain = (...ends: [number, number, number]): string =>
    toneOf(render(tables.GainCell, { interval: interval(...ends) }));
  const change = (...ends: [number, number, number]): string =>
    toneOf(render(tables.UsdCell, { interval: interval(...ends) }));
  assert.deepEqual([gain(0.01, 0.02, 0.03), change(-3, -2, -1)], ["tone-clear", "tone-clear"]);
  assert.deepEqual([gain(-0.03, -0.02, -0.01), change(1, 2, 3)], ["tone-stop", "tone-stop"]);
  assert.deepEqual([gain(-0.01, 0.02, 0.05), change(-1, 1, 3)], ["", ""]);
  assert.deepEqual([gain(0, 0, 0), change(0, 0, 0)], ["", ""], "no change is neither good nor bad");
});

test("dollars carry their sign, and an unknown price is a dash", () => {
  assert.match(textOf(render(tables.UsdCell, { interval: interval(-3, -2, -1) })), /^-\$2/);
  assert.match(textOf(render(tables.UsdCell, { interval: interval(1, 2, 3) })), /^\+\$2/);
  assert.equal(textOf(render(tables.UsdCell, { interval: null })), "–");
});

const model = (label: string, more: Partial<RosterModel>): RosterModel => ({
  label,
  model_id: null,
  mode: null,
  rests_on: "12 boards",
  pick_share: 0.5,
  offered_share: 1,
  served_share: 1,
  success: 0.9,
  usd_per_1000: 1,
  seconds: 2,
  dominated: null,
  ...more,
});

test("a model says why it is not worth offering, never eligible or never picked, and what its ability rests on", () => {
  const html = render(tables.ModelTable, {
    onTry: () => undefined,
    models: [
      model("used", {}),
      model("beaten", { dominated: { by: "used" } as never, pick_share: 0 }),
      model("banned", { served_share: 0, pick_share: 0 }),
      model("idle", { pick_share: 0, mode: "high" }),
    ],
  });
  const cells = textsOf(html, "td").filter((text) => text.includes("12 boards"));
  assert.equal(cells.length, 4);
  assert.doesNotMatch(cells[0] ?? "", /never|not worth/);
  assert.match(cells[1] ?? "", /not worth offering/);
  assert.match(cells[2] ?? "", /never eligible/);
  assert.match(cells[3] ?? "", /never picked on these.*mode high; 12 boards/);
});

test("what was reported stands beside what is expected, and a model that fails says so", () => {
  const judged = { feedback: 54, success_reported: 0.34, gap: -0.6, gap_spread: 0.2, trend: [] };
  const html = render(tables.ModelTable, {
    onTry: () => undefined,
    models: [model("failing", {}), model("fine", {}), model("silent", {})],
    judged: [
      { ...judged, label: "failing", is_alert: true, success_predicted: 0.94 },
      { ...judged, label: "fine", is_alert: false, success_predicted: 0.9 },
    ],
  });
  const reported = cellsOf(html).map((cells) => cells[4]);
  assert.deepEqual(reported, ["34.0 % worse than expected", "34.0 % 54 reports", "–"]);
  const href = attributesOf(html, "href").find((one) => one.startsWith("/decisions")) ?? "";
  assert.equal(new URL(href, "https://host").searchParams.get("label"), "failing");
});
