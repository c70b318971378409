// Groups of the decisions that a filter leaves, counted from their rows: the newest of a span, a slice at a time, so that
// decisions continue being made meanwhile.
import { sql, type RawBuilder } from "kysely";

import type { Context } from "../database/context.ts";
import type { Dialect } from "../interface/dialect.ts";
import type { DecisionFilter } from "../interface/decisions.ts";
import type { GROUP_DIMENSIONS, GroupDimension, GroupsInput } from "../interface/groups.ts";
import { COST_STEPS } from "../journal/group-sums.ts";
import { decisionsOf, indexedPart, matching } from "./decision-filter.ts";
import type { Window } from "./overview-window.ts";

const SLICE_ROWS = 4_000;
const SLICES_MAX = 4;

/** The sums of a group in one bucket, under the names of the sums by hour. */
export interface SliceRow {
  readonly value: string;
  /** Counted from the start of the whole window. */
  readonly bucket: number;
  readonly lastHourMs: number;
  readonly decisions: number;
  readonly refused: number;
  readonly degraded: number;
  readonly explored: number;
  readonly withRejections: number;
  readonly success: number;
  readonly priced: number;
  readonly usd: number;
  readonly judged: number;
  readonly predicted: number;
  readonly reported: number;
  readonly billed: number;
  readonly billedUsd: number;
  readonly billedExpected: number;
  readonly compared: number;
  readonly comparedUsd: number;
  readonly namedUsd: number;
}

interface Slice {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly hasOlder: boolean;
}

/** Spans of so many rows that the indexed part of the filter leaves, the newest first. */
export async function newestSlices(
  { db }: Context,
  window: Window,
  filter: DecisionFilter,
): Promise<readonly Slice[]> {
  const slices: Slice[] = [];
  let toMs = window.toMs;
  while (slices.length < SLICES_MAX && toMs > window.fromMs) {
    const span = { ...indexedPart(filter), fromMs: window.fromMs, toMs };
    const last = await decisionsOf(db, span)
      .select("createdAtMs")
      .orderBy("createdAtMs", "desc")
      .offset(SLICE_ROWS - 1)
      .limit(1)
      .executeTakeFirst();
    const fromMs = last?.createdAtMs ?? window.fromMs;
    slices.push({ fromMs, toMs, hasOlder: fromMs > window.fromMs });
    toMs = fromMs;
  }
  return slices;
}

type OwnDimension = (typeof GROUP_DIMENSIONS)[number];

const band = sql.join(
  [
    sql`case when usd is null then 'unknown'`,
    ...COST_STEPS.slice(1).map(
      (step, index) => sql`when usd < ${sql.lit(step)} then ${sql.lit(`${COST_STEPS[index]}-${step}`)}`,
    ),
    sql`else ${sql.lit(`${COST_STEPS.at(-1)}-`)} end`,
  ],
  sql` `,
);

const VALUES: Readonly<Record<OwnDimension, RawBuilder<unknown>>> = {
  label: sql`decisions.label`,
  key: sql`coalesce(decisions.key_id, '')`,
  preference: sql`coalesce(preference_id, '')`,
  version: sql`coalesce(preference_id || '@' || coalesce(preference_version, 0), '')`,
  field: sql`field`,
  language: sql`language`,
  operation: sql`operation`,
  outcome: sql`case when decisions.label = '' then 'refused' when degraded = 1 then 'degraded' else 'picked' end`,
  cost: band,
  feedback: sql`case when report.value is null then 'none' when report.value >= 0.5 then 'good' else 'bad' end`,
};

const TAG = "tag:";

const isOwn = (dimension: GroupDimension): dimension is OwnDimension => Object.hasOwn(VALUES, dimension);

/** Null for decisions that are in no group. */
const valueOf = (dialect: Dialect, dimension: GroupDimension): RawBuilder<unknown> =>
  isOwn(dimension)
    ? VALUES[dimension]
    : dialect.textOfMember(sql.ref("decisions.tags"), dimension.slice(TAG.length));

interface Counted extends Pick<GroupsInput, "dimension"> {
  readonly window: Window;
  readonly slice: Slice;
  readonly filter: DecisionFilter;
}

export function countSlice(context: Context, counted: Counted): Promise<readonly SliceRow[]> {
  const { window, slice, filter, dimension } = counted;
  const all = decisionsOf(context.db, { ...filter, fromMs: slice.fromMs, toMs: slice.toMs });
  const query = filter.q === undefined || filter.q.trim() === "" ? all : matching(all, filter.q);
  const sum = (value: string) => sql<number>`coalesce(sum(${sql.raw(value)}), 0)`;
  const value = valueOf(context.dialect, dimension);
  const dollars = (member: string) =>
    sql<number>`cast(${context.dialect.textOfMember(sql.ref("report.usage"), member)} as double precision)`;
  const [billed, named] = [dollars("usd"), dollars("baselineUsd")];
  const hour = sql.raw("decisions.created_at_ms - decisions.created_at_ms % 3600000");
  return query
    .leftJoin("feedback as report", (join) =>
      join
        .onRef("report.sessionId", "=", "decisions.sessionId")
        .onRef("report.label", "=", "decisions.label")
        .on("report.withdrawnAtMs", "is", null),
    )
    .select([
      sql<string>`${value}`.as("value"),
      sql<number>`(${hour} - ${sql.lit(window.fromMs)}) / ${sql.lit(window.widthMs)}`.as("bucket"),
      sql<number>`max(${hour})`.as("lastHourMs"),
      sql<number>`count(*)`.as("decisions"),
      sum("case when decisions.label = '' then 1 else 0 end").as("refused"),
      sum("degraded").as("degraded"),
      sum("explored").as("explored"),
      sum("case when rejected_count > 0 then 1 else 0 end").as("withRejections"),
      sum("success").as("success"),
      sql<number>`count(usd)`.as("priced"),
      sum("usd").as("usd"),
      sql<number>`count(report.value)`.as("judged"),
      sum("case when report.value is null then 0 else success end").as("predicted"),
      sum("report.value").as("reported"),
      sql<number>`count(case when usd is not null then ${billed} end)`.as("billed"),
      sql<number>`coalesce(sum(case when usd is not null then ${billed} end), 0)`.as("billedUsd"),
      sql<number>`coalesce(sum(case when ${billed} is not null then usd end), 0)`.as("billedExpected"),
      sql<number>`count(case when ${billed} is not null then ${named} end)`.as("compared"),
      sql<number>`coalesce(sum(case when ${named} is not null then ${billed} end), 0)`.as("comparedUsd"),
      sql<number>`coalesce(sum(case when ${billed} is not null then ${named} end), 0)`.as("namedUsd"),
    ])
    .where(sql<boolean>`${value} is not null`)
    .groupBy([sql`1`, sql`2`])
    .execute();
}
