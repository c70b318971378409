// Sums by account and hour, written in the same transaction as the rows they count. The overview reads nothing else,
// so it stays as fast with ten million decisions as with ten.
import type {
  DecisionGroupsTable,
  DecisionLabelsTable,
  DecisionLatenciesTable,
} from "../database/journal-tables.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { cleanText } from "./decision-columns.ts";
import { GROUP_DIMENSIONS } from "../interface/groups.ts";
import { hourOf } from "./hours.ts";
import { addDecision, emptyGroup, groupOf, inKeyOrder, tagGroupsOf } from "./group-sums.ts";

const LATENCY_STEP = Math.log(1.09);

interface HourlySums {
  readonly labels: readonly DecisionLabelsTable[];
  readonly latencies: readonly DecisionLatenciesTable[];
  readonly groups: readonly DecisionGroupsTable[];
}

/** Bucket of a latency; each is 9 % wider than the one before. */
export function latencyBucket(us: number): number {
  return us <= 1 ? 0 : Math.ceil(Math.log(us) / LATENCY_STEP);
}

/** Upper edge of a bucket. @unit microseconds */
export function latencyOfBucket(bucket: number): number {
  return Math.exp(bucket * LATENCY_STEP);
}

function emptyLabel(accountId: string, hourMs: number, label: string): DecisionLabelsTable {
  return {
    accountId,
    hourMs,
    label,
    picked: 0,
    pickedSuccessSum: 0,
    pickedPriced: 0,
    pickedUsdSum: 0,
    offered: 0,
    offeredUsdSum: 0,
    offeredSuccessSum: 0,
    routedUsdSum: 0,
    routedSuccessSum: 0,
  };
}

/** Rows of zeros in the order of the columns. */
export const EMPTY_SUMS = {
  label: emptyLabel("", 0, ""),
  latency: { accountId: "", hourMs: 0, bucket: 0, decisions: 0 },
  group: emptyGroup("", 0, { dimension: "", value: "" }),
} as const;

function cached<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

interface Hour {
  readonly accountId: string;
  readonly hourMs: number;
  readonly labels: Map<string, DecisionLabelsTable>;
  readonly latencies: Map<number, DecisionLatenciesTable>;
  /** By dimension, in the order of GROUP_DIMENSIONS. */
  readonly groups: readonly Map<string, DecisionGroupsTable>[];
  /** By name and value. */
  readonly tags: Map<string, DecisionGroupsTable>;
}

function emptySums(accountId: string, hourMs: number): Hour {
  return {
    accountId,
    hourMs,
    labels: new Map(),
    latencies: new Map(),
    groups: GROUP_DIMENSIONS.map(() => new Map()),
    tags: new Map(),
  };
}

/** The label is cleaned only where it is not known as it is. */
function labelSums({ accountId, hourMs, labels }: Hour, label: string): DecisionLabelsTable {
  const known = labels.get(label);
  if (known !== undefined) return known;
  const clean = cleanText(label);
  return cached(labels, clean, () => emptyLabel(accountId, hourMs, clean));
}

function addLabels(hour: Hour, row: DecisionRow): void {
  if (row.label === "") return;
  const picked = labelSums(hour, row.label);
  picked.picked += 1;
  picked.pickedSuccessSum += row.success;
  picked.pickedPriced += row.usd === null ? 0 : 1;
  picked.pickedUsdSum += row.usd ?? 0;
  if (row.usd === null) return;
  for (const candidate of row.record.ranking) {
    if (candidate.usd === null) continue;
    const sums = labelSums(hour, candidate.label);
    sums.offered += 1;
    sums.offeredUsdSum += candidate.usd;
    sums.offeredSuccessSum += candidate.success;
    sums.routedUsdSum += row.usd;
    sums.routedSuccessSum += row.success;
  }
}

function addGroups({ accountId, hourMs, groups, tags }: Hour, row: DecisionRow): void {
  for (const [at, dimension] of GROUP_DIMENSIONS.entries()) {
    const ofDimension = groups[at];
    if (ofDimension === undefined) continue;
    const value = groupOf(dimension, row);
    addDecision(
      cached(ofDimension, value, () => emptyGroup(accountId, hourMs, { dimension, value })),
      row,
    );
  }
  for (const key of tagGroupsOf(row)) {
    const name = `${key.dimension}=${key.value}`;
    addDecision(
      cached(tags, name, () => emptyGroup(accountId, hourMs, key)),
      row,
    );
  }
}

function addRow(hour: Hour, row: DecisionRow): void {
  const { accountId, hourMs } = hour;
  addLabels(hour, row);
  const bucket = latencyBucket(row.decideUs);
  cached(hour.latencies, bucket, () => ({ accountId, hourMs, bucket, decisions: 0 })).decisions += 1;
  addGroups(hour, row);
}

function sorted<K extends string | number, T>(map: ReadonlyMap<K, T>): readonly T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** In key order: replicas that lock the same sums do so in the same order. */
export function sumByHour(rows: readonly DecisionRow[]): HourlySums {
  const hours = new Map<string, Hour>();
  let last: Hour | undefined;
  for (const row of rows) {
    const { accountId } = row;
    const hourMs = hourOf(row.createdAtMs);
    if (last?.accountId !== accountId || last.hourMs !== hourMs)
      last = cached(hours, `${accountId}|${hourMs}`, () => emptySums(accountId, hourMs));
    addRow(last, row);
  }
  const ordered = sorted(hours);
  return {
    labels: ordered.flatMap(({ labels }) => sorted(labels)),
    latencies: ordered.flatMap(({ latencies }) => sorted(latencies)),
    groups: ordered.flatMap(({ groups, tags }) =>
      inKeyOrder([...groups.flatMap((sums) => [...sums.values()]), ...tags.values()]),
    ),
  };
}
