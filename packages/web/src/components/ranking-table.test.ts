import assert from "node:assert/strict";
import { test } from "node:test";

import type { RankedCandidate, RejectedCandidate } from "@signalbox/sdk";

import { loadParts } from "../../test/support/load-tsx.ts";
import { cellsOf, render, textOf, textsOf } from "../../test/support/render.ts";

const { RankingTable, RejectedList } = await loadParts();

const candidate = (label: string, rank: number, more: Partial<RankedCandidate> = {}): RankedCandidate =>
  ({
    label,
    rank,
    success: 0.8,
    spread: 0.05,
    usd: 0.01,
    usd_low: 0.008,
    usd_high: 0.012,
    seconds: 2,
    input_tokens: 1200,
    output_tokens: 300,
    hidden_tokens: 100,
    propensity: 1,
    ability_origin: "outcomes",
    reasons: ["It leads."],
    ...more,
  }) as unknown as RankedCandidate;

const loss = (success: number, usd: number, session = 0) => ({
  success,
  usd,
  session,
  seconds: 0,
  spread: 0,
  rule: 0,
  learned: 0,
  total: success + usd + session,
});

const RANKING = [
  candidate("vendor/kite", 1, { loss: loss(20, 3) }),
  candidate("vendor/heron", 2, {
    success: 0.75,
    usd: 0.02,
    propensity: 0.25,
    ability_origin: "own",
    own_reports: 12,
    loss: loss(27, 2, -1),
  }),
  candidate("vendor/wren", 3, { success: 0.9, usd: null, propensity: 0, ability_origin: "prior" }),
];

const html = render(RankingTable, { ranking: RANKING, pickedLabel: "vendor/kite" });
const bodies = html.split("<tbody").slice(1);

test("every candidate has its figures in rank order", () => {
  const rows = cellsOf(html).filter((row) => row.length > 2);
  assert.deepEqual(
    rows.map(([rank, name]) => [rank, name]),
    [
      ["1", "vendor/kite measured"],
      ["2", "vendor/heron your 12 reports"],
      ["3", "vendor/wren unknown model"],
    ],
  );
  assert.deepEqual(rows[0]?.slice(4), ["$0.010", "2.0 s"]);
});

test("an unknown price is a dash that says so, and a known one shows its interval", () => {
  assert.match(html, /title="no known price">–</);
  assert.match(html, /title="\$0\.0080 to \$0\.012"/);
});

test("the pick alone is marked and is compared with nothing", () => {
  assert.equal(html.split('data-picked="true"').length - 1, 1);
  assert.match(bodies[0] ?? "", /data-picked="true"/);
  assert.doesNotMatch(bodies[0] ?? "", /class="badge"/);
});

test("another candidate says what sets it apart from the pick", () => {
  assert.match(
    textOf(bodies[1] ?? ""),
    /5 points behind 7 points worse on success 1 point better on dollars 1 point better on session/,
  );
  assert.match(html, /aria-label="Loses 28 points: success 27 points, dollars 2 points, session 1 point"/);
  assert.match(textOf(html), /^success dollars credited /);
  assert.doesNotMatch(bodies[2] ?? "", /loss-bar/);
});

test("the reasons are named by their candidate, and a draw by chance says how often", () => {
  assert.deepEqual(
    bodies.map((body) => textsOf(body, "summary")[0]),
    ["Reasons for vendor/kite", "Reasons for vendor/heron", "Reasons for vendor/wren"],
  );
  assert.match(textOf(bodies[1] ?? ""), /It leads\. Drawn 25\.0 % of the time\./);
  assert.doesNotMatch(textOf(bodies[0] ?? "") + textOf(bodies[2] ?? ""), /Drawn/);
});

test("rejected candidates stand with their filter in words and the reason as given", () => {
  const rejected = [
    { label: "vendor/owl", code: "price_ceiling", reason: "It would cost $2, the ceiling is $1." },
  ] as unknown as readonly RejectedCandidate[];
  assert.deepEqual(cellsOf(render(RejectedList, { rejected })), [
    ["vendor/owl", "price ceiling", "It would cost $2, the ceiling is $1."],
  ]);
});
