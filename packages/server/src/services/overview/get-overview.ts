// The overview from hourly sums: its cost depends on the span that is asked for, never on the size of the journal.
import type {
  Overview as OverviewWire,
  OverviewModel as ModelWire,
  OverviewQuery,
  OverviewTotals as TotalsWire,
} from "@signalbox/contracts";
import type {
  DecisionGroup,
  FeedbackStatistic,
  GroupSums,
  Overview,
  PreferenceVersion,
} from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";
import { billedToWire, judgedToWire } from "./get-ledger.ts";
import { bucketStarts, readWindow, type OverviewWindow } from "./window.ts";

const LABELS_SHOWN_MAX = 200;
const MODELS_SHOWN_MAX = 50;
const CHANGES_SHOWN_MAX = 100;

export const sumsToWire = (sums: GroupSums): TotalsWire => ({
  decisions: sums.decisions,
  refused: sums.refused,
  degraded: sums.degraded,
  explored: sums.explored,
  rejected: sums.decisionsWithRejections,
  usd: sums.usd,
  priced: sums.pricedDecisions,
  success: sums.successMean,
  billed: billedToWire(sums.billed),
});

const UNJUDGED = { count: 0, predictedMean: null, reportedMean: null } as const;

const EMPTY: TotalsWire = {
  decisions: 0,
  refused: 0,
  degraded: 0,
  explored: 0,
  rejected: 0,
  usd: 0,
  priced: 0,
  success: null,
  billed: { decisions: 0, usd: 0, expected_usd: 0 },
};

function seriesOf(overview: Overview, total: DecisionGroup, window: OverviewWindow): OverviewWire["series"] {
  const known = new Map(total.buckets.map((bucket) => [bucket.startMs, sumsToWire(bucket)]));
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

function modelsOf(
  overview: Overview,
  decisions: number,
  statistics: readonly FeedbackStatistic[],
): ModelWire[] {
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

export async function getOverview(
  context: ServiceContext,
  caller: Caller,
  query: OverviewQuery,
): Promise<OverviewWire> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const window = readWindow(query, context.clock.nowMs());
  const { fromMs, toMs, bucketHours } = window;
  const [total, overview, statistics, changes] = await Promise.all([
    context.storage.groups.total({ accountId, ...window }),
    context.storage.overview.read({ accountId, ...window }),
    context.storage.feedback.statistics({ accountId, fromMs, toMs }),
    context.storage.preferences.listChanges({ accountId, fromMs, toMs, limit: CHANGES_SHOWN_MAX }),
  ]);
  const { latency, feedback } = overview;
  return {
    from: toIso(fromMs),
    to: toIso(toMs),
    bucket_s: bucketHours * 3600,
    totals: sumsToWire(total),
    series: seriesOf(overview, total, window),
    models: modelsOf(overview, total.decisions, statistics),
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
    changes: changes.map(changeToWire),
  };
}
