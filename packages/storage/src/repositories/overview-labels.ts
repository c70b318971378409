// Counts of offers and picks, by label. Labels are the callers' words and may be many: the most frequent ones count.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { OverviewBaseline, OverviewModel } from "../interface/overview.ts";
import { baselineOf, meanOf } from "./overview-totals.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, type Window } from "./overview-window.ts";

/** Shown at most, of those offered and of those picked. */
const LABELS_MAX = 200;
/** Rows of label and bucket that one slice may bring. */
const SLICE_ROWS_MAX = 20_000;

interface Sums {
  readonly offered: number;
  readonly offeredUsd: number;
  readonly offeredSuccess: number;
  readonly routedUsd: number;
  readonly routedSuccess: number;
  readonly picked: number;
  readonly pickedUsd: number;
  readonly pickedPriced: number;
  readonly pickedSuccess: number;
}

const MEMBERS = {
  offered: "offered",
  offeredUsd: "offered_usd_sum",
  offeredSuccess: "offered_success_sum",
  routedUsd: "routed_usd_sum",
  routedSuccess: "routed_success_sum",
  picked: "picked",
  pickedUsd: "picked_usd_sum",
  pickedPriced: "picked_priced",
  pickedSuccess: "picked_success_sum",
} as const satisfies Record<keyof Sums, string>;

interface LabelSums extends Sums {
  readonly label: string;
  /** Start of a bucket and the picks in it. */
  readonly picks: ReadonlyMap<number, number>;
}

interface SliceRow extends Sums {
  readonly label: string;
  /** Counted from the start of the whole window. */
  readonly bucket: number;
}

function readSlice(context: Context, whole: Window, slice: Window): Promise<readonly SliceRow[]> {
  const bucket = bucketOf(whole);
  const sums = (Object.keys(MEMBERS) as (keyof Sums)[]).map((member) => sumOf(MEMBERS[member]).as(member));
  return rowsOf(context, "decisionLabels", slice)
    .select([sql<string>`label`.as("label"), bucket.as("bucket"), ...sums])
    .groupBy([sql`label`, bucket])
    .orderBy(sql`sum(offered) + sum(picked)`, "desc")
    .orderBy(sql`label`)
    .limit(SLICE_ROWS_MAX)
    .execute();
}

type Growing = { -readonly [Member in keyof Sums]: number } & {
  readonly label: string;
  readonly picks: Map<number, number>;
};

function emptySums(label: string): Growing {
  const zeros = Object.fromEntries(Object.keys(MEMBERS).map((member) => [member, 0]));
  return { ...(zeros as Record<keyof Sums, number>), label, picks: new Map() };
}

function add(total: Growing, row: SliceRow, startMs: number): void {
  for (const member of Object.keys(MEMBERS) as (keyof Sums)[]) total[member] += row[member];
  if (row.picked > 0) total.picks.set(startMs, (total.picks.get(startMs) ?? 0) + row.picked);
}

export async function readLabels(context: Context, window: Window): Promise<readonly LabelSums[]> {
  const totals = new Map<string, Growing>();
  for await (const slice of slicesOf(context, window))
    for (const row of await readSlice(context, window, slice)) {
      let total = totals.get(row.label);
      if (total === undefined) totals.set(row.label, (total = emptySums(row.label)));
      add(total, row, startOf(window, row.bucket));
    }
  return [...totals.values()];
}

function mostOf(labels: readonly LabelSums[], count: "offered" | "picked"): readonly LabelSums[] {
  return labels
    .filter((sums) => sums[count] > 0)
    .toSorted((a, b) => b[count] - a[count] || (a.label < b.label ? -1 : 1))
    .slice(0, LABELS_MAX);
}

export function fixedBaselines(labels: readonly LabelSums[]): readonly OverviewBaseline[] {
  return mostOf(labels, "offered").map(
    ({ label, offered, offeredUsd, offeredSuccess, routedUsd, routedSuccess }) =>
      baselineOf({
        label,
        count: offered,
        usd: offeredUsd,
        success: offeredSuccess,
        routedUsd,
        routedSuccess,
      }),
  );
}

export function pickedModels(labels: readonly LabelSums[]): readonly OverviewModel[] {
  return mostOf(labels, "picked").map(({ label, picked, pickedUsd, pickedPriced, pickedSuccess, picks }) => ({
    label,
    decisions: picked,
    usd: pickedUsd,
    pricedDecisions: pickedPriced,
    successMean: meanOf(pickedSuccess, picked),
    byBucket: [...picks].toSorted(([a], [b]) => a - b),
  }));
}
