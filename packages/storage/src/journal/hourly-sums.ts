// Sums by account and hour, written in the same transaction as the rows they count. The overview reads nothing else,
// so it stays as fast with ten million decisions as with ten.
import type {
  DecisionGroupsTable,
  DecisionHoursTable,
  DecisionLabelsTable,
  DecisionLatenciesTable,
} from "../database/journal-tables.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import type { KeptDecision } from "../interface/kept-decision.ts";
import { cleanText } from "./decision-columns.ts";
import { addDecision, emptyGroup, groupsOf, inKeyOrder } from "./group-sums.ts";

export const HOUR_MS = 3_600_000;
const LATENCY_STEP = Math.log(1.09);

export interface HourlySums {
  readonly hours: readonly DecisionHoursTable[];
  readonly labels: readonly DecisionLabelsTable[];
  readonly latencies: readonly DecisionLatenciesTable[];
  readonly groups: readonly DecisionGroupsTable[];
}

export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Bucket of a latency; each is 9 % wider than the one before. */
export function latencyBucket(us: number): number {
  return us <= 1 ? 0 : Math.ceil(Math.log(us) / LATENCY_STEP);
}

/** Upper edge of a bucket. @unit microseconds */
export function latencyOfBucket(bucket: number): number {
  return Math.exp(bucket * LATENCY_STEP);
}

function emptyHour(accountId: string, hourMs: number): DecisionHoursTable {
  return {
    accountId,
    hourMs,
    decisions: 0,
    degraded: 0,
    explored: 0,
    rejected: 0,
    withRejections: 0,
    successSum: 0,
    priced: 0,
    usdSum: 0,
    cheapestCount: 0,
    cheapestUsdSum: 0,
    cheapestSuccessSum: 0,
    cheapestRoutedUsdSum: 0,
    cheapestRoutedSuccessSum: 0,
    bestCount: 0,
    bestUsdSum: 0,
    bestSuccessSum: 0,
    bestRoutedUsdSum: 0,
    bestRoutedSuccessSum: 0,
  };
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
  hour: emptyHour("", 0),
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

type Candidate = KeptDecision["ranking"][number];
type Priced = Candidate & { readonly usd: number };

function addPick(hour: DecisionHoursTable, row: DecisionRow): void {
  hour.decisions += 1;
  hour.degraded += row.degraded ? 1 : 0;
  hour.explored += row.explored ? 1 : 0;
  hour.rejected += row.rejectedCount;
  hour.withRejections += row.rejectedCount > 0 ? 1 : 0;
  hour.successSum += row.success;
  hour.priced += row.usd === null ? 0 : 1;
  hour.usdSum += row.usd ?? 0;
}

function addExtremes(hour: DecisionHoursTable, row: DecisionRow, priced: readonly Priced[]): void {
  const [first] = priced;
  if (first === undefined || row.usd === null) return;
  let cheapest = first;
  let best = first;
  for (const candidate of priced) {
    if (candidate.usd < cheapest.usd) cheapest = candidate;
    if (candidate.success > best.success) best = candidate;
  }
  hour.cheapestCount += 1;
  hour.cheapestUsdSum += cheapest.usd;
  hour.cheapestSuccessSum += cheapest.success;
  hour.cheapestRoutedUsdSum += row.usd;
  hour.cheapestRoutedSuccessSum += row.success;
  hour.bestCount += 1;
  hour.bestUsdSum += best.usd;
  hour.bestSuccessSum += best.success;
  hour.bestRoutedUsdSum += row.usd;
  hour.bestRoutedSuccessSum += row.success;
}

function addLabels(
  labelOf: (label: string) => DecisionLabelsTable,
  row: DecisionRow,
  priced: readonly Priced[],
): void {
  const picked = labelOf(row.label);
  picked.picked += 1;
  picked.pickedSuccessSum += row.success;
  picked.pickedPriced += row.usd === null ? 0 : 1;
  picked.pickedUsdSum += row.usd ?? 0;
  if (row.usd === null) return;
  for (const candidate of priced) {
    const sums = labelOf(candidate.label);
    sums.offered += 1;
    sums.offeredUsdSum += candidate.usd;
    sums.offeredSuccessSum += candidate.success;
    sums.routedUsdSum += row.usd;
    sums.routedSuccessSum += row.success;
  }
}

interface Hour {
  readonly sums: DecisionHoursTable;
  readonly labels: Map<string, DecisionLabelsTable>;
  readonly latencies: Map<number, DecisionLatenciesTable>;
  readonly groups: Map<string, DecisionGroupsTable>;
}

function addRow({ sums, labels, latencies, groups }: Hour, row: DecisionRow): void {
  const { accountId, hourMs } = sums;
  const priced = row.record.ranking.filter((candidate): candidate is Priced => candidate.usd !== null);
  addPick(sums, row);
  addExtremes(sums, row, priced);
  const labelOf = (label: string): DecisionLabelsTable => {
    const clean = cleanText(label);
    return cached(labels, clean, () => emptyLabel(accountId, hourMs, clean));
  };
  addLabels(labelOf, row, priced);
  const bucket = latencyBucket(row.decideUs);
  cached(latencies, bucket, () => ({ accountId, hourMs, bucket, decisions: 0 })).decisions += 1;
  for (const key of groupsOf(row)) {
    const group = cached(groups, `${key.dimension} ${key.value}`, () => emptyGroup(accountId, hourMs, key));
    addDecision(group, row);
  }
}

function sorted<K extends string | number, T>(map: ReadonlyMap<K, T>): readonly T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** In key order: replicas that lock the same sums do so in the same order. */
export function sumByHour(rows: readonly DecisionRow[]): HourlySums {
  const hours = new Map<string, Hour>();
  for (const row of rows) {
    const { accountId } = row;
    const hourMs = hourOf(row.createdAtMs);
    const hour = cached(hours, `${accountId}|${hourMs}`, () => ({
      sums: emptyHour(accountId, hourMs),
      labels: new Map<string, DecisionLabelsTable>(),
      latencies: new Map<number, DecisionLatenciesTable>(),
      groups: new Map<string, DecisionGroupsTable>(),
    }));
    addRow(hour, row);
  }
  const ordered = sorted(hours);
  return {
    hours: ordered.map(({ sums }) => sums),
    labels: ordered.flatMap(({ labels }) => sorted(labels)),
    latencies: ordered.flatMap(({ latencies }) => sorted(latencies)),
    groups: ordered.flatMap(({ groups }) => inKeyOrder([...groups.values()])),
  };
}
