import type { FeedbackStatistic, Storage } from "@signalbox/storage";
import type { Drift } from "@signalbox/contracts";
import { judgeDrift, type DriftRow } from "./judge-drift.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { alertToWire } from "../alerts/update-alert.ts";
import { toIso } from "../timestamps.ts";

/** Reports of decisions older than this say little about today's models. */
const DRIFT_WINDOW_MS = 30 * 86_400_000;

function readStatistics(
  storage: Storage,
  accountId: string,
  nowMs: number,
): Promise<readonly FeedbackStatistic[]> {
  return storage.feedback.statistics({ accountId, fromMs: nowMs - DRIFT_WINDOW_MS, toMs: nowMs + 1 });
}

export async function readDrift(
  storage: Storage,
  accountId: string,
  nowMs: number,
): Promise<readonly DriftRow[]> {
  return (await readStatistics(storage, accountId, nowMs)).map(judgeDrift);
}

/** The fields of each model taken together, so that a gap that is spread over many of them is seen. */
export function byModel(statistics: readonly FeedbackStatistic[]): readonly FeedbackStatistic[] {
  const groups = Map.groupBy(statistics, ({ label }) => label);
  return Array.from(groups, ([label, rows]) => {
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const mean = (member: "predictedMean" | "reportedMean" | "brier"): number =>
      rows.reduce((sum, row) => sum + row[member] * row.count, 0) / count;
    return {
      label,
      field: "",
      count,
      predictedMean: mean("predictedMean"),
      reportedMean: mean("reportedMean"),
      brier: mean("brier"),
    };
  });
}

/** How far the interval around the gap is from zero; negative where it holds zero. Alerts come before all else. */
export function evidenceOf({ gap, gapSpread, isAlert }: DriftRow): number {
  return (isAlert ? 2 : 0) + Math.abs(gap) - Math.min(gapSpread, 1);
}

const ALERTS_SHOWN = 100;
/** Parts of the window that a trend is drawn from. */
const TREND_PARTS = 6;

const figuresOf = (row: DriftRow) => ({
  feedback: row.feedback,
  success_predicted: row.predicted,
  success_reported: row.reported,
  gap: row.gap,
  gap_spread: Number.isFinite(row.gapSpread) ? row.gapSpread : null,
  is_alert: row.isAlert,
});

interface Part {
  readonly atMs: number;
  readonly models: ReadonlyMap<string, FeedbackStatistic>;
}

async function readTrend(
  context: ServiceContext,
  accountId: string,
  nowMs: number,
): Promise<readonly Part[]> {
  const widthMs = DRIFT_WINDOW_MS / TREND_PARTS;
  const starts = Array.from({ length: TREND_PARTS }, (_, index) => nowMs - DRIFT_WINDOW_MS + index * widthMs);
  return Promise.all(
    starts.map(async (fromMs) => {
      const span = { accountId, fromMs, toMs: fromMs + widthMs };
      const models = byModel(await context.storage.feedback.statistics(span));
      return { atMs: fromMs, models: new Map(models.map((model) => [model.label, model])) };
    }),
  );
}

function trendOf(label: string, parts: readonly Part[]): Drift["models"][number]["trend"] {
  return parts.map(({ atMs, models }) => {
    const model = models.get(label);
    return {
      at: toIso(atMs),
      feedback: model?.count ?? 0,
      gap: model === undefined ? null : model.reportedMean - model.predictedMean,
    };
  });
}

/** Predicted against reported success over the last thirty days, the strongest evidence first, with the alerts. */
export async function getDrift(context: ServiceContext, caller: Caller): Promise<Drift> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const nowMs = context.clock.nowMs();
  const [statistics, parts, alerts] = await Promise.all([
    readStatistics(context.storage, accountId, nowMs),
    readTrend(context, accountId, nowMs),
    context.storage.alerts.list({ accountId, limit: ALERTS_SHOWN }),
  ]);
  const judged = (all: readonly FeedbackStatistic[]): readonly DriftRow[] =>
    all.map(judgeDrift).toSorted((a, b) => evidenceOf(b) - evidenceOf(a));
  return {
    checked_at: toIso(nowMs),
    rows: judged(statistics).map((row) =>
      Object.assign({ label: row.label, field: row.field }, figuresOf(row)),
    ),
    models: judged(byModel(statistics)).map((row) =>
      Object.assign({ label: row.label, trend: trendOf(row.label, parts) }, figuresOf(row)),
    ),
    alerts: alerts.items.map(alertToWire),
  };
}
