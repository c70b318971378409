// The ledger: expected and billed dollars, and what one model for all would have cost; from hourly sums alone.
import {
  NAMED_BASELINE,
  type Billed as BilledWire,
  type ClosedMonth,
  type Judged,
  type Ledger,
  type LedgerComparison,
  type LedgerQuery,
  type LedgerRow,
} from "@signalbox/contracts";
import type {
  Billed,
  DecisionGroup,
  FeedbackStatistic,
  GroupSums,
  OverviewBaseline,
  SavingsBucket,
  Storage,
} from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";
import { createRatio, type Cluster } from "./ratio-interval.ts";
import { bucketStarts, readWindow, type OverviewWindow } from "./window.ts";

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959964;
/** Fewer reports do not tell two models apart. */
const REPORTS_MIN = 30;
const SINGLES_SHOWN_MAX = 50;

/** Wilson's interval of a mean of reports between 0 and 1: too wide, if anything, where reports are shares. */
export function intervalOf(mean: number, count: number): { readonly low: number; readonly high: number } {
  const z2 = Z ** 2 / count;
  const centre = (mean + z2 / 2) / (1 + z2);
  const spread = (Z / (1 + z2)) * Math.sqrt((mean * (1 - mean)) / count + z2 / (4 * count));
  return { low: Math.max(0, centre - spread), high: Math.min(1, centre + spread) };
}

export function judgedToWire(count: number, predicted: number | null, reported: number | null): Judged {
  if (count === 0 || reported === null)
    return { count: 0, predicted: null, reported: null, reported_low: null, reported_high: null };
  const { low, high } = intervalOf(reported, count);
  return { count, predicted, reported, reported_low: low, reported_high: high };
}

export const billedToWire = ({ decisions, usd, expectedUsd }: Billed): BilledWire => ({
  decisions,
  usd,
  expected_usd: expectedUsd,
});

const judgedOf = (sums: GroupSums): Judged =>
  judgedToWire(sums.judged, sums.predictedMean, sums.reportedMean);

interface Factor {
  readonly value: number;
  /** Half the width of its 95 % interval; undefined with too few buckets. */
  readonly half: number | undefined;
}

/** Billed through expected dollars; buckets of time are drawn, since calls of one hour resemble each other. */
function factorOf(total: DecisionGroup): Factor | undefined {
  const { usd, expectedUsd } = total.billed;
  if (expectedUsd <= 0) return undefined;
  const ratio = createRatio();
  for (const { billed } of total.buckets)
    if (billed.decisions > 0) ratio.add({ weight: billed.expectedUsd, value: billed.usd });
  const half = ratio.halfWidth();
  return { value: usd / expectedUsd, half: half === undefined ? undefined : half / expectedUsd };
}

interface Saving {
  readonly savedUsd: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Adds buckets up; the interval holds the scatter of the traffic and, where bills are known, the error of the bill. */
function createSaving(factor: Factor | undefined) {
  const scatter = createRatio();
  let saved = 0;
  return {
    add: (cluster: Cluster): void => {
      saved += cluster.value;
      scatter.add(cluster);
    },
    read: (): Saving => {
      const half = scatter.halfWidth();
      if (half === undefined) return { savedUsd: saved, low: null, high: null };
      const { value = 1, half: ofBill = 0 } = factor ?? {};
      const both = Math.hypot(value * half, saved * ofBill);
      return { savedUsd: saved, low: value * saved - both, high: value * saved + both };
    },
  };
}

const clusterOf = ({ decisions, usd, routedUsd }: SavingsBucket): Cluster => ({
  weight: decisions,
  value: usd - routedUsd,
});

function savingOf(buckets: readonly SavingsBucket[], factor: Factor | undefined): Saving {
  const saving = createSaving(factor);
  for (const bucket of buckets) saving.add(clusterOf(bucket));
  return saving.read();
}

const sumsOf = (buckets: readonly SavingsBucket[], { savedUsd, low, high }: Saving) => ({
  decisions: buckets.reduce((sum, { decisions }) => sum + decisions, 0),
  usd: buckets.reduce((sum, { usd }) => sum + usd, 0),
  routed_usd: buckets.reduce((sum, { routedUsd }) => sum + routedUsd, 0),
  saved_usd: savedUsd,
  low,
  high,
});

function reportedOf(label: string, statistics: readonly FeedbackStatistic[]): Judged {
  const own = statistics.filter((one) => one.label === label);
  const count = own.reduce((sum, one) => sum + one.count, 0);
  const mean = (member: "predictedMean" | "reportedMean"): number =>
    own.reduce((sum, one) => sum + one[member] * one.count, 0) / count;
  return count === 0
    ? judgedToWire(0, null, null)
    : judgedToWire(count, mean("predictedMean"), mean("reportedMean"));
}

interface Facts {
  readonly total: DecisionGroup;
  readonly fixed: readonly OverviewBaseline[];
  readonly statistics: readonly FeedbackStatistic[];
  readonly factor: Factor | undefined;
}

function comparisonOf(
  baseline: string,
  buckets: readonly SavingsBucket[],
  { fixed, statistics, factor }: Facts,
): LedgerComparison {
  const known = fixed.find(({ label }) => label === baseline);
  // Bills compare with bills: what the expectation is off by is no part of the comparison.
  const saving = savingOf(buckets, baseline === NAMED_BASELINE ? undefined : factor);
  return {
    baseline,
    ...sumsOf(buckets, saving),
    success: known?.successMean ?? null,
    routed_success: known?.routedSuccessMean ?? null,
    reported: reportedOf(baseline, statistics),
  };
}

/** The models that callers named, in bills. */
const namedBuckets = ({ buckets }: DecisionGroup): readonly SavingsBucket[] =>
  buckets
    .filter(({ billed }) => billed.compared > 0)
    .map(({ startMs, billed }) => ({
      startMs,
      decisions: billed.compared,
      usd: billed.namedUsd,
      routedUsd: billed.comparedUsd,
    }));

/** "Every model for all": labels that half of the priced decisions offered. */
const singleLabels = ({ total, fixed }: Facts): readonly string[] =>
  fixed
    .filter(({ decisions }) => decisions > 0 && decisions >= total.pricedDecisions / 2)
    .slice(0, SINGLES_SHOWN_MAX)
    .map(({ label }) => label);

function bestByReports(singles: readonly LedgerComparison[]): string | null {
  const judged = singles.filter(({ reported }) => reported.count >= REPORTS_MIN);
  const best = judged.toSorted((a, b) => (b.reported.reported ?? 0) - (a.reported.reported ?? 0))[0];
  return best?.baseline ?? null;
}

interface RowsInput {
  readonly window: OverviewWindow;
  readonly total: DecisionGroup;
  /** Undefined without a baseline. */
  readonly buckets: readonly SavingsBucket[] | undefined;
  readonly factor: Factor | undefined;
}

const NOTHING = { decisions: 0, refused: 0, pricedDecisions: 0, usd: 0 } as const;

function rowsOf({ window, total, buckets, factor }: RowsInput): LedgerRow[] {
  const decided = new Map(total.buckets.map((bucket) => [bucket.startMs, bucket]));
  const compared = buckets && new Map(buckets.map((bucket) => [bucket.startMs, bucket]));
  const saving = createSaving(factor);
  return bucketStarts(window).map((startMs) => {
    const own = decided.get(startMs);
    const { decisions, refused, pricedDecisions, usd } = own ?? NOTHING;
    const against = compared?.get(startMs) ?? { startMs, decisions: 0, usd: 0, routedUsd: 0 };
    if (against.decisions > 0) saving.add(clusterOf(against));
    const { savedUsd, low, high } = saving.read();
    return {
      at: toIso(startMs),
      decisions,
      refused,
      priced: pricedDecisions,
      expected_usd: usd,
      billed: own === undefined ? { decisions: 0, usd: 0, expected_usd: 0 } : billedToWire(own.billed),
      reported: own === undefined ? judgedToWire(0, null, null) : judgedOf(own),
      compared:
        compared === undefined
          ? null
          : {
              decisions: against.decisions,
              usd: against.usd,
              routed_usd: against.routedUsd,
              saved_usd: against.usd - against.routedUsd,
            },
      so_far: compared === undefined ? null : { saved_usd: savedUsd, low, high },
    };
  });
}

const DAY_HOURS = 24;

const byDay = ({ fromMs, toMs }: OverviewWindow): OverviewWindow => {
  const dayMs = DAY_HOURS * 3_600_000;
  return { fromMs: Math.floor(fromMs / dayMs) * dayMs, toMs, bucketHours: DAY_HOURS };
};

/** @throws SignalboxError validation_failed */
export async function getLedger(
  context: ServiceContext,
  caller: Caller,
  query: LedgerQuery,
): Promise<Ledger> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const ledger = await readLedger(context, accountId, query);
  const from = ledger.from.slice(0, "2026-10".length);
  const closed = query.by === "day" ? await listClosedMonths(context.storage, accountId) : [];
  return { ...ledger, closed: closed.filter(({ month }) => month >= from && month <= ledger.to) };
}

/** The audit log keeps the record of each closed month. */
export const MONTH_CLOSED = "month.close";
const CLOSED_MAX = 120;

/** Newest first. Of two replicas that close the same month the first counts. */
export async function listClosedMonths(
  { audit }: Pick<Storage, "audit">,
  accountId: string,
): Promise<readonly ClosedMonth[]> {
  const { items } = await audit.list({ accountId, action: MONTH_CLOSED, limit: CLOSED_MAX });
  const months = new Map<string, ClosedMonth>();
  for (const { targetId, atMs, details } of items) {
    const { record, sha256 } = details;
    if (targetId === null || typeof record !== "string" || typeof sha256 !== "string") continue;
    months.set(targetId, { month: targetId, closed_at: toIso(atMs), record, sha256 });
  }
  return [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month));
}

/** The ledger as the sums of now have it. @throws SignalboxError validation_failed */
export async function readLedger(
  context: ServiceContext,
  accountId: string,
  query: LedgerQuery,
): Promise<Omit<Ledger, "closed">> {
  const whole = readWindow(query, context.clock.nowMs());
  const window = query.by === "day" ? byDay(whole) : whole;
  const scope = { accountId, ...window };
  const { settings } = await context.accounts.get(accountId);
  const [total, { fixed }, statistics] = await Promise.all([
    context.storage.groups.total(scope),
    context.storage.overview.read(scope),
    context.storage.feedback.statistics({ accountId, fromMs: window.fromMs, toMs: window.toMs }),
  ]);
  const facts: Facts = { total, fixed, statistics, factor: factorOf(total) };
  const baseline = query.baseline ?? settings.baseline;
  const isNamed = baseline === NAMED_BASELINE;
  const labels = singleLabels(facts);
  const byLabel = await context.storage.savings.read({
    ...scope,
    labels: baseline === null || isNamed ? labels : [...labels, baseline],
  });
  const bucketsOf = (label: string): readonly SavingsBucket[] => byLabel.get(label) ?? [];
  const singles = labels
    .map((label) => comparisonOf(label, bucketsOf(label), facts))
    .toSorted((a, b) => b.saved_usd - a.saved_usd);
  const buckets = baseline === null ? undefined : isNamed ? namedBuckets(total) : bucketsOf(baseline);
  const { factor } = facts;
  return {
    from: toIso(window.fromMs),
    to: toIso(window.toMs),
    bucket_s: window.bucketHours * 3600,
    decisions: total.decisions,
    refused: total.refused,
    priced: total.pricedDecisions,
    expected_usd: total.usd,
    billed: billedToWire(total.billed),
    factor: factor === undefined ? null : factorToWire(factor),
    reported: judgedOf(total),
    baseline,
    compared: baseline === null || buckets === undefined ? null : comparisonOf(baseline, buckets, facts),
    singles,
    best_by_reports: bestByReports(singles),
    rows: rowsOf({ window, total, buckets, factor: isNamed ? undefined : factor }),
  };
}

const factorToWire = ({ value, half }: Factor) => ({
  value,
  low: half === undefined ? null : Math.max(0, value - half),
  high: half === undefined ? null : value + half,
});
