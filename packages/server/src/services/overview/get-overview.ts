// The overview from hourly sums: its cost depends on the span that is asked for, never on the size of the journal.
import type {
  Judged,
  ReportedDollars as ReportedWire,
  Overview as OverviewWire,
  OverviewBaseline as BaselineWire,
  OverviewModel as ModelWire,
  OverviewQuery,
  OverviewTotals as TotalsWire,
} from "@signalbox/contracts";
import type {
  ReportedDollars,
  FeedbackStatistic,
  Overview,
  OverviewBaseline,
  OverviewTotals,
  PreferenceVersion,
} from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";
import { bucketStarts, readWindow, type OverviewWindow } from "./window.ts";

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959964;

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

type Sums = Omit<ReportedWire, "models">;

const sumsOf = ({ reports, priced, usd, compared, routedUsd, baselineUsd }: ReportedDollars): Sums => ({
  reports,
  priced,
  usd,
  compared,
  routed_usd: routedUsd,
  baseline_usd: baselineUsd,
});

const add = (a: Sums, b: Sums): Sums => ({
  reports: a.reports + b.reports,
  priced: a.priced + b.priced,
  usd: a.usd + b.usd,
  compared: a.compared + b.compared,
  routed_usd: a.routed_usd + b.routed_usd,
  baseline_usd: a.baseline_usd + b.baseline_usd,
});

const NOTHING: Sums = { reports: 0, priced: 0, usd: 0, compared: 0, routed_usd: 0, baseline_usd: 0 };

function reportedToWire(rows: readonly ReportedDollars[]): ReportedWire {
  const models = rows.map((row) =>
    Object.assign({ model: row.model === "" ? null : row.model }, sumsOf(row)),
  );
  return { ...rows.map(sumsOf).reduce(add, NOTHING), models };
}

const LABELS_SHOWN_MAX = 200;
const MODELS_SHOWN_MAX = 50;
const CHANGES_SHOWN_MAX = 100;

function totalsToWire(totals: OverviewTotals): TotalsWire {
  return {
    decisions: totals.decisions,
    degraded: totals.degraded,
    explored: totals.explored,
    rejected: totals.decisionsWithRejections,
    rejected_candidates: totals.rejectedCandidates,
    usd: totals.usd,
    priced: totals.pricedDecisions,
    success: totals.successMean,
  };
}

const UNJUDGED = { count: 0, predictedMean: null, reportedMean: null } as const;

const EMPTY: TotalsWire = {
  decisions: 0,
  degraded: 0,
  explored: 0,
  rejected: 0,
  rejected_candidates: 0,
  usd: 0,
  priced: 0,
  success: null,
};

function seriesOf(overview: Overview, window: OverviewWindow): OverviewWire["series"] {
  const known = new Map(overview.buckets.map((bucket) => [bucket.startMs, totalsToWire(bucket)]));
  const judged = new Map(overview.feedbackBuckets.map((bucket) => [bucket.startMs, bucket]));
  return bucketStarts(window).map((startMs) => {
    const { count, predictedMean, reportedMean } = judged.get(startMs) ?? UNJUDGED;
    const feedback = judgedToWire(count, predictedMean, reportedMean);
    return Object.assign({ at: toIso(startMs), feedback }, known.get(startMs) ?? EMPTY);
  });
}

const changeToWire = (version: PreferenceVersion): OverviewWire["changes"][number] => ({
  at: toIso(version.createdAtMs),
  preference_id: version.preferenceId,
  version: version.version,
  restored_from: version.restoredFrom,
});

function feedbackOf(label: string, statistics: readonly FeedbackStatistic[]): ModelWire["feedback"] {
  const own = statistics.filter((statistic) => statistic.label === label);
  const count = own.reduce((sum, statistic) => sum + statistic.count, 0);
  const mean = (member: "predictedMean" | "reportedMean"): number | null =>
    count === 0 ? null : own.reduce((sum, statistic) => sum + statistic[member] * statistic.count, 0) / count;
  return { count, predicted: mean("predictedMean"), reported: mean("reportedMean") };
}

function modelsOf(overview: Overview, statistics: readonly FeedbackStatistic[]): ModelWire[] {
  const { decisions } = overview.totals;
  return overview.models.slice(0, MODELS_SHOWN_MAX).map((model) => ({
    label: model.label,
    decisions: model.decisions,
    share: decisions === 0 ? 0 : model.decisions / decisions,
    usd: model.usd,
    priced: model.pricedDecisions,
    success: model.successMean,
    by_bucket: model.byBucket.map(([startMs, count]) => ({ at: toIso(startMs), decisions: count })),
    feedback: feedbackOf(model.label, statistics),
  }));
}

function baselineToWire(
  kind: BaselineWire["kind"],
  baseline: OverviewBaseline,
  label: string | null,
): BaselineWire {
  return {
    kind,
    label,
    decisions: baseline.decisions,
    usd: baseline.usd,
    success: baseline.successMean,
    routed_usd: baseline.routedUsd,
    routed_success: baseline.routedSuccessMean,
  };
}

/**
 * The one model that a careful person would have fixed: the best expected success among those offered in at least half
 * of the decisions that the most offered one was in.
 */
function bestSingle(fixed: readonly OverviewBaseline[]): OverviewBaseline | undefined {
  const most = fixed.reduce((max, baseline) => Math.max(max, baseline.decisions), 0);
  return fixed
    .filter((baseline) => baseline.decisions > 0 && baseline.decisions * 2 >= most)
    .reduce<OverviewBaseline | undefined>(
      (best, next) => ((next.successMean ?? -1) > (best?.successMean ?? -1) ? next : best),
      undefined,
    );
}

function baselinesOf(overview: Overview, chosen: string | undefined): BaselineWire[] {
  const single = bestSingle(overview.fixed);
  const fixed = overview.fixed.find((baseline) => baseline.label === chosen);
  return [
    ...(single === undefined ? [] : [baselineToWire("best_single", single, single.label)]),
    baselineToWire("best_each", overview.best, null),
    baselineToWire("cheapest", overview.cheapest, null),
    ...(fixed === undefined ? [] : [baselineToWire("fixed", fixed, fixed.label)]),
  ];
}

export async function getOverview(
  context: ServiceContext,
  caller: Caller,
  query: OverviewQuery,
): Promise<OverviewWire> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const window = readWindow(query, context.clock.nowMs());
  const { fromMs, toMs, bucketHours } = window;
  const [overview, statistics, changes, reported] = await Promise.all([
    context.storage.overview.read({ accountId, ...window }),
    context.storage.feedback.statistics({ accountId, fromMs, toMs }),
    context.storage.preferences.listChanges({ accountId, fromMs, toMs, limit: CHANGES_SHOWN_MAX }),
    context.storage.savings.reportedByModel({ accountId, ...window }),
  ]);
  const { latency, feedback } = overview;
  return {
    from: toIso(fromMs),
    to: toIso(toMs),
    bucket_s: bucketHours * 3600,
    totals: totalsToWire(overview.totals),
    series: seriesOf(overview, window),
    models: modelsOf(overview, statistics),
    baselines: baselinesOf(overview, query.baseline_label),
    labels: overview.fixed.slice(0, LABELS_SHOWN_MAX).map((baseline) => baseline.label),
    latency: {
      decide_us_p50: latency.p50Us,
      decide_us_p90: latency.p90Us,
      decide_us_p95: latency.p95Us,
      decide_us_p99: latency.p99Us,
    },
    feedback: {
      count: feedback.count,
      predicted: feedback.predictedMean,
      reported: feedback.reportedMean,
      brier: feedback.brier,
    },
    reported: reportedToWire(reported),
    changes: changes.map(changeToWire),
  };
}
