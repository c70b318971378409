// Hourly sums of decisions by key, preference, field and the like; see journal/group-sums.ts.

import { sql, type RawBuilder } from "kysely";
import type { Context } from "../database/context.ts";
import type { DecisionFilter } from "../interface/decisions.ts";
import {
  type DecisionGroup,
  type FilteredGroups,
  type GroupRepository,
  type GroupsInput,
  type GroupSums,
  type UsedTag,
  tagDimension,
  WHOLE,
  type GROUP_DIMENSIONS,
  type GroupDimension,
} from "../interface/groups.ts";
import { meanOf, bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview.ts";
import type { Dialect } from "../interface/dialect.ts";
import { COST_STEPS } from "../journal/group-sums.ts";
import { decisionsOf, indexedPart, matching } from "./decision-filter.ts";

// Groups of the decisions that a filter leaves, counted from their rows: the newest of a span, a slice at a time, so that
// decisions continue being made meanwhile.

const SLICE_ROWS = 4_000;
const SLICES_MAX = 4;

/** The sums of a group in one bucket, under the names of the sums by hour. */
interface SliceRow {
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
async function newestSlices(
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

function countSlice(context: Context, counted: Counted): Promise<readonly SliceRow[]> {
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

/** Shown at most: keys and labels are the callers' own, and may be many. */
const GROUPS_MAX = 200;
/** Slices of filtered rows that a separate server counts at a time. */
const REMOTE_SLICES_AT_ONCE = 2;
/** Rows of group and bucket that one slice may bring. */
const SLICE_ROWS_MAX = 20_000;

const COLUMNS = {
  decisions: "decisions",
  refused: "refused",
  degraded: "degraded",
  explored: "explored",
  withRejections: "with_rejections",
  success: "success_sum",
  priced: "priced",
  usd: "usd_sum",
  judged: "judged",
  predicted: "predicted_sum",
  reported: "reported_sum",
  billed: "billed",
  billedUsd: "billed_usd_sum",
  billedExpected: "billed_expected_sum",
  compared: "compared",
  comparedUsd: "compared_usd_sum",
  namedUsd: "named_usd_sum",
} as const;

type Sums = Record<keyof typeof COLUMNS, number>;
const MEMBERS = Object.keys(COLUMNS) as (keyof Sums)[];

interface Group {
  total: Sums;
  readonly buckets: Map<number, Sums>;
  lastHourMs: number;
}

type Growing = Map<string, Group>;

/** Written out member by member: a span of months has tens of thousands of rows. */
const sumOfBoth = (one: Sums, other: Sums): Sums => ({
  decisions: one.decisions + other.decisions,
  refused: one.refused + other.refused,
  degraded: one.degraded + other.degraded,
  explored: one.explored + other.explored,
  withRejections: one.withRejections + other.withRejections,
  success: one.success + other.success,
  priced: one.priced + other.priced,
  usd: one.usd + other.usd,
  judged: one.judged + other.judged,
  predicted: one.predicted + other.predicted,
  reported: one.reported + other.reported,
  billed: one.billed + other.billed,
  billedUsd: one.billedUsd + other.billedUsd,
  billedExpected: one.billedExpected + other.billedExpected,
  compared: one.compared + other.compared,
  comparedUsd: one.comparedUsd + other.comparedUsd,
  namedUsd: one.namedUsd + other.namedUsd,
});

function readSlice(context: Context, whole: Window, slice: Window, dimension: string) {
  const bucket = bucketOf(whole);
  const sums = MEMBERS.map((member) => sumOf(COLUMNS[member]).as(member));
  return rowsOf(context, "decisionGroups", slice)
    .where(sql<boolean>`dimension = ${dimension}`)
    .select([
      sql<string>`value`.as("value"),
      bucket.as("bucket"),
      sql<number>`max(case when decisions > 0 then hour_ms else 0 end)`.as("lastHourMs"),
      ...sums,
    ])
    .groupBy([sql`value`, bucket])
    .orderBy(sql`sum(decisions)`, "desc")
    .orderBy(sql`value`)
    .limit(SLICE_ROWS_MAX)
    .execute() as Promise<readonly SliceRow[]>;
}

const toSums = (sums: Sums): GroupSums => ({
  decisions: sums.decisions,
  refused: sums.refused,
  degraded: sums.degraded,
  explored: sums.explored,
  decisionsWithRejections: sums.withRejections,
  usd: sums.usd,
  pricedDecisions: sums.priced,
  successMean: meanOf(sums.success, sums.decisions - sums.refused),
  judged: sums.judged,
  predictedMean: meanOf(sums.predicted, sums.judged),
  reportedMean: meanOf(sums.reported, sums.judged),
  billed: {
    decisions: sums.billed,
    usd: sums.billedUsd,
    expectedUsd: sums.billedExpected,
    compared: sums.compared,
    comparedUsd: sums.comparedUsd,
    namedUsd: sums.namedUsd,
  },
});

function toGroup([value, { total, buckets, lastHourMs }]: readonly [string, Group], window: Window) {
  const ordered = [...buckets].filter(([, sums]) => sums.decisions > 0).toSorted(([a], [b]) => a - b);
  const group: DecisionGroup = {
    ...toSums(total),
    value,
    lastHourMs,
    buckets: ordered.map(([bucket, sums]) =>
      Object.assign(toSums(sums), { startMs: startOf(window, bucket) }),
    ),
  };
  return group;
}

function addRows(groups: Growing, rows: readonly SliceRow[]): void {
  for (const row of rows) {
    const group = groups.get(row.value);
    if (group === undefined) {
      groups.set(row.value, {
        total: row,
        buckets: new Map([[row.bucket, row]]),
        lastHourMs: row.lastHourMs,
      });
      continue;
    }
    const bucket = group.buckets.get(row.bucket);
    group.total = sumOfBoth(group.total, row);
    group.buckets.set(row.bucket, bucket === undefined ? row : sumOfBoth(bucket, row));
    group.lastHourMs = Math.max(group.lastHourMs, row.lastHourMs);
  }
}

const ordered = (groups: Growing, window: Window): readonly DecisionGroup[] =>
  [...groups]
    .filter(([, { total }]) => total.decisions > 0)
    .map((entry) => toGroup(entry, window))
    .toSorted((a, b) => b.decisions - a.decisions || (a.value < b.value ? -1 : 1))
    .slice(0, GROUPS_MAX);

async function read(context: Context, input: GroupsInput): Promise<readonly DecisionGroup[]> {
  const window = windowOf(input);
  const groups: Growing = new Map();
  for await (const slice of slicesOf(context, window))
    addRows(groups, await readSlice(context, window, slice, input.dimension));
  return ordered(groups, window);
}

const NOTHING = Object.fromEntries(MEMBERS.map((member) => [member, 0])) as Sums;

async function total(context: Context, input: Omit<GroupsInput, "dimension">): Promise<DecisionGroup> {
  const window = windowOf(input);
  const groups: Growing = new Map();
  for await (const slice of slicesOf(context, window)) {
    const rows = await readSlice(context, window, slice, WHOLE);
    addRows(
      groups,
      rows.map((row) => Object.assign(row, { value: "" })),
    );
  }
  return toGroup(["", groups.get("") ?? { total: NOTHING, buckets: new Map(), lastHourMs: 0 }], window);
}

async function readFiltered(
  context: Context,
  input: GroupsInput & { readonly filter: Omit<DecisionFilter, "accountId"> },
): Promise<FilteredGroups> {
  const window = windowOf(input);
  const filter = { ...input.filter, accountId: input.accountId };
  const groups: Growing = new Map();
  const slices = await newestSlices(context, window, filter);
  const oldest = slices.at(-1);
  const atOnce = context.dialect.isRemote ? REMOTE_SLICES_AT_ONCE : 1;
  for (let at = 0; at < slices.length; at += atOnce) {
    const counted = slices
      .slice(at, at + atOnce)
      .map((slice) => countSlice(context, { window, slice, filter, dimension: input.dimension }));
    for (const rows of await Promise.all(counted)) addRows(groups, rows);
  }
  const countedFromMs = oldest?.hasOlder === true ? oldest.fromMs : null;
  return { groups: ordered(groups, window), countedFromMs };
}

/** Most values of all names together. */
const TAG_VALUES_MAX = 2_000;
const TAG_NAMES_MAX = 100;

async function readTags(
  { db }: Context,
  { accountId, fromMs, valuesMax }: Parameters<GroupRepository["readTags"]>[0],
): Promise<readonly UsedTag[]> {
  const prefix = tagDimension("");
  const rows = await db
    .selectFrom("decisionGroups")
    .select(["dimension", "value", sql<number>`sum(decisions)`.as("count")])
    .where("accountId", "=", accountId)
    .where("hourMs", ">=", fromMs)
    .where("dimension", "like", `${prefix}%`)
    .groupBy(["dimension", "value"])
    .orderBy("count", "desc")
    .orderBy("value")
    .limit(TAG_VALUES_MAX)
    .execute();
  const byName = [...Map.groupBy(rows, ({ dimension }) => dimension.slice(prefix.length))];
  return byName
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, TAG_NAMES_MAX)
    .map(([name, values]) => ({
      name,
      values: values.slice(0, valuesMax).map(({ value, count }) => ({ value, decisions: count })),
    }));
}

export function createGroupRepository(context: Context): GroupRepository {
  return {
    total: (input) => total(context, input),
    read: (input) => read(context, input),
    readFiltered: (input) => readFiltered(context, input),
    readTags: (input) => readTags(context, input),
  };
}
