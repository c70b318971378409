// A month of the ledger is the sum of its days, however they are spread.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Ledger } from "@signalbox/sdk";
import fc from "fast-check";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as LedgerPage from "./ledger-page.tsx";
import type * as ModelColumns from "../models/model-columns.tsx";

type Row = Ledger["rows"][number];

let pages: typeof LedgerPage;
let models: typeof ModelColumns;
before(async () => {
  pages = await loadTsx("pages/ledger/ledger-page.tsx");
  models = await loadTsx("pages/models/model-columns.tsx");
});

const figures = fc.record({ usd: fc.integer({ min: 0, max: 1000 }), reports: fc.nat(50), day: fc.nat(120) });

const rowOf = ({ usd, reports, day }: { usd: number; reports: number; day: number }): Row => ({
  at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  decisions: 1 + reports,
  refused: 0,
  priced: 1,
  expected_usd: usd,
  billed: { decisions: reports, usd: usd / 2, expected_usd: usd },
  reported: {
    count: reports,
    predicted: 0.9,
    reported: reports === 0 ? null : 0.5,
    reported_low: null,
    reported_high: null,
  },
  compared: { decisions: 1, usd: 2 * usd, routed_usd: usd, saved_usd: usd },
  so_far: null,
});

test("months add up to the days that they hold, and begin on their first", () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1 }), (days) => {
      const rows = days.map(rowOf);
      const months = pages.monthsOf({ rows, closed: [], baseline: null });
      const sum = (list: readonly Row[], read: (row: Row) => number): number =>
        list.reduce((all, row) => all + read(row), 0);
      for (const read of [
        (row: Row) => row.decisions,
        (row: Row) => row.expected_usd,
        (row: Row) => row.billed.usd,
        (row: Row) => row.compared?.saved_usd ?? Number.NaN,
        (row: Row) => row.reported.count,
      ])
        assert.ok(Math.abs(sum(months, read) - sum(rows, read)) < 1e-6);
      for (const { at, reported } of months) {
        assert.match(at, /^2026-0[1-5]-01T00:00:00\.000Z$/);
        assert.ok(reported.reported === null || Math.abs(reported.reported - 0.5) < 1e-9);
      }
    }),
  );
});

test("a closed month is its record, whatever its days and the baseline are now", () => {
  const kept = { baseline: "a/before", days: [rowOf({ usd: 7, reports: 3, day: 2 })] };
  const closed = {
    month: "2026-01",
    closed_at: "2026-02-04T00:00:00.000Z",
    sha256: "",
    record: JSON.stringify(kept),
  };
  const now = [rowOf({ usd: 900, reports: 9, day: 2 }), rowOf({ usd: 5, reports: 1, day: 40 })];
  const [running, january] = pages.monthsOf({ rows: now, closed: [closed], baseline: "a/after" });
  assert.deepEqual([january?.expected_usd, january?.baseline, january?.closed], [7, "a/before", closed]);
  assert.deepEqual([running?.expected_usd, running?.baseline, running?.closed], [5, "a/after", undefined]);
  assert.equal(
    pages.monthsOf({ rows: [], closed: [closed], baseline: null }).length,
    1,
    "its days may be gone",
  );
});

test("a rank is as wide as the doubts of all models leave it", () => {
  const model = (id: string, success: number, spread: number) => ({
    id,
    abilities: [{ field: "code", success, spread, seconds: null }],
  });
  const ranks = models.ranksOf([
    model("a", 0.9, 0.01),
    model("b", 0.89, 0.02),
    model("c", 0.5, 0.05),
  ] as never);
  assert.deepEqual(
    ["a", "b", "c"].map((id) => ranks.get(id)),
    [
      [1, 2],
      [1, 2],
      [3, 3],
    ],
  );
});
