import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { OverviewGroups } from "@signalbox/sdk";

import { loadTsx } from "../../test/support/load-tsx.ts";
import { attributesOf, render, textOf } from "../../test/support/render.ts";
import type { usageColumns, UsageSource } from "./usage-columns.tsx";

let loaded: { readonly usageColumns: typeof usageColumns };
before(async () => {
  loaded = await loadTsx("components/usage-columns.tsx");
});

const JUDGED = { count: 8, predicted: 0.7, reported: 0.75, reported_low: 0.41, reported_high: 0.93 };
const NONE = { decisions: 0, usd: 0, expected_usd: 0 };
const group = {
  value: "k1",
  decisions: 1200,
  refused: 0,
  billed: NONE,
  share: 0.25,
  usd: 6,
  priced: 1000,
  feedback: JUDGED,
};

interface Row {
  readonly id: string;
}

const source = (groups: readonly object[] | undefined): UsageSource<Row> => ({
  groups: groups && ({ groups } as unknown as OverviewGroups),
  range: { span: "7", from: "", to: "" },
  isOf: ({ value }, { id }) => value === id,
  filterOf: ({ id }) => ({ key_id: id }),
});

const cells = (groups: readonly object[] | undefined, id: string): string[] =>
  loaded.usageColumns(source(groups)).map((column) => render(() => column.show({ id }), {}));

test("requests lead to their decisions; dollars are counted over the picks that have a price; reports have their interval", () => {
  const [requests = "", dollars = "", reported = ""] = cells([group], "k1");
  assert.equal(textOf(requests), "1,200 25 %");
  assert.deepEqual(attributesOf(requests, "href"), ["/decisions?key_id=k1&amp;span=7".replace("&amp;", "&")]);
  assert.equal(textOf(dollars), "$6.00 $0.0060 each");
  assert.match(textOf(reported), /^75 % 41\s?–\s?93 %, n = 8$/);
});

test("what was never used is zero, and what is not known yet is a dash", () => {
  assert.deepEqual(cells([group], "k2").map(textOf), ["0", "0", "0"]);
  assert.deepEqual(cells(undefined, "k1").map(textOf), ["–", "–", "–"]);
  assert.deepEqual(cells([{ ...group, decisions: 0 }], "k1").map(textOf), ["0", "0", "0"]);
});

test("bills stand beside the expected dollars of the same decisions, and refusals lead to theirs", () => {
  const billed = { decisions: 215, usd: 0.89, expected_usd: 1.465 };
  const [, dollars = "", refused = ""] = cells([{ ...group, billed, refused: 35 }], "k1");
  assert.equal(textOf(dollars), "$6.00 billed $0.890 of $1.47, n = 215");
  assert.equal(textOf(refused), "35");
  assert.deepEqual(attributesOf(refused, "href"), ["/decisions?refused=true&key_id=k1&span=7"]);
});

test("without a price or a report nothing is claimed", () => {
  const [, dollars = "", reported = ""] = cells(
    [{ ...group, usd: 0, priced: 0, feedback: { ...JUDGED, count: 0 } }],
    "k1",
  );
  assert.equal(textOf(dollars), "–");
  assert.equal(textOf(reported), "–");
});
