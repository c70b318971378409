// Trains a custom router from an evaluation table: bends the shipped model as far as held-out rows justify, and reports
// what it is worth against honest baselines. Pure but for the progress callback; runs in a process of its own.
import {
  bootstrapMean,
  fitRouter,
  judgeRouter,
  type FittedRouter,
  type RouterEstimate,
  type RouterJudgement,
} from "@signalbox/engine/learn";
import type { CustomRouterReport, ModelCatalog } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import { computeAuc, mulberry32 } from "@signalbox/engine/numerics";
import { bestSinglePredictions, nearestNeighbourPredictions } from "./baseline-predictions.ts";
import type { EvaluationData, EvaluationTable } from "./evaluation-data.ts";
import { buildEvaluationData } from "./evaluation-data.ts";
import type { ChoiceResult } from "./held-out-choice.ts";
import { judgeChoice } from "./held-out-choice.ts";

const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

interface Compared {
  readonly own: ChoiceResult;
  readonly single: ChoiceResult;
  readonly curve: CustomRouterReport["curve"];
}

/** Least dollars at which the router scores as the single model does, in words; empty where costs are unknown, or it never does. */
function wordsOfSaving({ single, curve }: Compared): string {
  const enough = curve.flatMap(({ score_mean: score, usd_mean: usd }) =>
    usd !== null && score >= single.score.mean ? [usd] : [],
  );
  if (enough.length === 0 || !(single.usdMean > 0)) return "";
  const saved = 1 - Math.min(...enough) / single.usdMean;
  return saved > 0 ? ` At that score it costs ${formatPercent(saved)} less.` : "";
}

/** Compares the router with the model that leads its own file, in words. */
export function wordsOfSingle(label: string, compared: Compared): string {
  const { own, single } = compared;
  const gains = own.scores.map((score, row) => score - single.scores[row]!);
  const gain = bootstrapMean({ values: gains, resamples: 1000, confidence: 0.95, random: mulberry32(7) });
  const scores = `${formatPercent(own.score.mean)} against ${formatPercent(single.score.mean)} on held-out rows`;
  const verdict =
    gain.low > 0
      ? `Better than always ${label}: ${scores}.`
      : `No better than always ${label}, as far as the rows show: ${scores}.`;
  return verdict + wordsOfSaving(compared);
}

/** The label that is picked most. */
function mostPicked({ picks }: ChoiceResult, labels: readonly string[]): string {
  const counts = labels.map((_, column) => picks.filter((pick) => pick === column).length);
  return labels[counts.indexOf(Math.max(...counts))]!;
}

interface TrainedRouter {
  readonly fitted: FittedRouter;
  /** True when held-out rows lose less by it, and show a gain in utility or ranking and no loss in the other. */
  readonly isBetter: boolean;
  readonly report: CustomRouterReport;
  /** Column that was picked for each row by a router that was trained without it. @shape rows */
  readonly picks: readonly number[];
}

interface Progress {
  readonly phase: string;
  /** @range 0..1 */
  readonly share: number;
}

/** Rows beyond which the nearest-neighbour baseline, quadratic in rows, is left out. */
const NEIGHBOUR_ROWS_MAX = 3000;
const DIAL_STEPS = 11;
const CALIBRATION_BINS = 10;
/** A custom router may fall this far below the shipped one in held-out utility before it is called worse. */
const LOSS_ACCEPTED = 0.005;

/** Held-out predictions laid out as rows x labels; models without a score in a row keep the shipped estimate. */
function layOut(data: EvaluationData, heldOut: readonly RouterEstimate[]): Float64Array {
  const utilities = Float64Array.from(data.shipped);
  data.data.outcomes.forEach((outcome, index) => {
    const { success, guard } = heldOut[index]!;
    utilities[outcome.prompt * data.table.labels.length + outcome.arm] = success + guard;
  });
  return utilities;
}

/** Utility = success - usd x price, from quality alone to cost alone. */
function dialCurve(data: EvaluationData, predictions: Float64Array): CustomRouterReport["curve"] {
  const columns = data.table.labels.length;
  const costs = data.table.rows
    .flatMap((row) => Array.from(row.costsUsd))
    .filter((usd) => !Number.isNaN(usd));
  if (costs.length < data.table.rows.length) return [];
  const typicalUsd = costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] || 1e-6;
  return Array.from({ length: DIAL_STEPS }, (_, step) => {
    const price = step === DIAL_STEPS - 1 ? 1e6 : (0.02 * (Math.exp(step / 1.6) - 1)) / typicalUsd;
    const utilities = predictions.map((success, index) => {
      const usd = data.table.rows[Math.floor(index / columns)]!.costsUsd[index % columns]!;
      return success - price * (Number.isNaN(usd) ? typicalUsd : usd);
    });
    return toPoint(judgeChoice({ name: `dial ${step}`, table: data.table, utilities }, mulberry32(step + 1)));
  });
}

function calibrationOf(data: EvaluationData, heldOut: Float64Array): CustomRouterReport["calibration"] {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ predicted: 0, observed: 0, count: 0 }));
  data.data.outcomes.forEach(({ outcome }, index) => {
    const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(heldOut[index]! * CALIBRATION_BINS))]!;
    bin.predicted += heldOut[index]!;
    bin.observed += outcome;
    bin.count += 1;
  });
  return bins
    .filter((bin) => bin.count > 0)
    .map(({ predicted, observed, count }) => ({
      predicted: predicted / count,
      observed: observed / count,
      count,
    }));
}

function toPoint(result: ChoiceResult): CustomRouterReport["router"] {
  return {
    name: result.name,
    usd_mean: Number.isNaN(result.usdMean) ? null : result.usdMean,
    score_mean: result.score.mean,
    low: result.score.low,
    high: result.score.high,
  };
}

function baselinesOf(data: EvaluationData): CustomRouterReport["baselines"] {
  const { table } = data;
  const columns = table.labels.length;
  const judge = (name: string, utilities: Float64Array, seed: number) =>
    toPoint(judgeChoice({ name, table, utilities }, mulberry32(seed)));
  const random = mulberry32(97);
  const size = table.rows.length * columns;
  const singles = table.labels
    .map((label, arm) => ({ label, arm }))
    .filter(({ arm }) => table.rows.every((row) => !Number.isNaN(row.scores[arm]!)))
    .map(({ label, arm }) =>
      judge(
        `always ${label}`,
        Float64Array.from({ length: size }, (_, index) => (index % columns === arm ? 1 : 0)),
        arm + 10,
      ),
    );
  const points = [
    judge("best single model of the other folds", bestSinglePredictions(data), 1),
    judge(
      "random",
      Float64Array.from({ length: size }, () => random()),
      2,
    ),
    judge(
      "best pick in hindsight",
      Float64Array.from(table.rows.flatMap((row) => Array.from(row.scores))),
      3,
    ),
    ...singles,
  ];
  if (table.rows.length <= NEIGHBOUR_ROWS_MAX)
    points.splice(1, 0, judge("nearest neighbours", nearestNeighbourPredictions(data), 4));
  return points;
}

interface Judgement {
  readonly isBetter: boolean;
  readonly gain: CustomRouterReport["gain"];
  readonly notes: string[];
}

/** A file of nothing but successes, or but failures, orders nothing: .5. */
function aucOf(predicted: ArrayLike<number>, observed: readonly number[]): number {
  const auc = computeAuc({ predicted, observed });
  return Number.isNaN(auc) ? 0.5 : auc;
}

function judgeGain(
  data: EvaluationData,
  { losses, heldOut }: RouterJudgement,
  own: ChoiceResult,
  shipped: ChoiceResult,
): Judgement {
  const observed = data.data.outcomes.map((row) => row.outcome);
  const aucOwn = aucOf(
    heldOut.map(({ success }) => success),
    observed,
  );
  const aucShipped = aucOf(
    data.data.outcomes.map((row) => row.prior),
    observed,
  );
  const gains = own.scores.map((score, row) => score - shipped.scores[row]!);
  const gain = bootstrapMean({ values: gains, resamples: 1000, confidence: 0.95, random: mulberry32(5) });
  return {
    isBetter: losses.learned < losses.shipped && gain.mean >= -LOSS_ACCEPTED && aucOwn >= aucShipped,
    gain: { mean: gain.mean, low: gain.low, high: gain.high },
    notes: [
      `Held-out AUC of the success estimate: ${aucOwn.toFixed(3)}, shipped ${aucShipped.toFixed(3)}.`,
      `Held-out log loss: ${losses.learned.toFixed(3)}, shipped ${losses.shipped.toFixed(3)}.`,
    ],
  };
}

/** Everything the person who uploaded the file wants to know before switching the router on. */
export function trainRouter(
  table: EvaluationTable,
  world: { readonly catalog: ModelCatalog; readonly model: RoutingModel },
  onProgress: (progress: Progress) => void,
): TrainedRouter {
  onProgress({ phase: "reading the prompts", share: 0 });
  const data = buildEvaluationData(table, world, (share) =>
    onProgress({ phase: "reading the prompts", share: 0.3 * share }),
  );
  onProgress({ phase: "fitting and cross-validating", share: 0.3 });
  const judgement = judgeRouter(data.data, data.foldOfRow, (share) =>
    onProgress({ phase: "fitting and cross-validating", share: 0.3 + 0.4 * share }),
  );
  const fitted = fitRouter(data.data);
  onProgress({ phase: "comparing with baselines", share: 0.8 });
  const utilities = layOut(data, judgement.heldOut);
  const own = judgeChoice({ name: "custom router", table, utilities }, mulberry32(6));
  const shipped = judgeChoice({ name: "shipped router", table, utilities: data.shipped }, mulberry32(6));
  const best = { name: "best single model", table, utilities: bestSinglePredictions(data) };
  const single = judgeChoice(best, mulberry32(6));
  const { isBetter, gain, notes } = judgeGain(data, judgement, own, shipped);
  const curve = dialCurve(data, utilities);
  const report: CustomRouterReport = {
    rows_train: table.rows.length,
    rows_held_out: table.rows.length,
    router: toPoint(own),
    shipped: toPoint(shipped),
    gain,
    baselines: baselinesOf(data),
    curve,
    calibration: calibrationOf(
      data,
      Float64Array.from(judgement.heldOut, ({ success }) => success),
    ),
    notes: [
      wordsOfSingle(mostPicked(single, table.labels), { own, single, curve }),
      ...notes,
      "Every row was judged by a router that was trained without it (five folds).",
    ],
  };
  onProgress({ phase: "done", share: 1 });
  return { fitted, isBetter, report, picks: own.picks };
}
