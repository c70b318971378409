// Trains a custom router from an evaluation table: bends the shipped model as far as held-out rows justify, and reports
// what it is worth against honest baselines. Pure but for the progress callback; runs in a process of its own.
import {
  correctedShareOf,
  type RouterShares,
  bootstrapMean,
  type FittedRouter,
  type RouterSelection,
} from "@signalbox/engine/learn";
import type { CustomRouterReport, ModelCatalog } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import { computeAuc, mulberry32 } from "@signalbox/engine/numerics";
import { bestSinglePredictions, nearestNeighbourPredictions } from "./baseline-predictions.ts";
import type { EvaluationData, EvaluationTable } from "./evaluation-data.ts";
import { buildEvaluationData } from "./evaluation-data.ts";
import type { ChoiceResult } from "./held-out-choice.ts";
import { fitSideBySide } from "./fit-side-by-side.ts";
import { judgeChoice } from "./held-out-choice.ts";

// How far each learner of a router is believed, in words. Weights of logits need not sum to 1, so the parts of the whole and the
// whole are said apart.

/** Whole percent that sum to 100: the largest remainders are rounded up. @source Hamilton's method of apportionment */
function toPercent(weights: readonly number[], total: number): number[] {
  const exact = weights.map((weight) => (100 * weight) / total);
  const result = exact.map(Math.floor);
  const missing = 100 - result.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact.map((each, at) => ({ at, rest: each % 1 })).toSorted((a, b) => b.rest - a.rest);
  for (const { at } of byRemainder.slice(0, missing)) result[at] = result[at]! + 1;
  return result;
}

function wordsOfTotal(total: number): string {
  if (Math.abs(total - 1) < 0.005) return "The estimate is their mean on the scale of logits.";
  const direction = total > 1 ? "further from" : "nearer to";
  return `Their mean on the scale of logits is then taken ${total.toFixed(2)} times, ${direction} 50 %, which lost less on held-out rows.`;
}

export function wordsOfShares(shares: RouterShares): string {
  const names = ["shipped estimate", "correction", "likeness of prompts"];
  const weights = [shares.shipped, correctedShareOf(shares), shares.process];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return "Cross-validation believes none of the learners: every estimate is 50 %.";
  const percent = toPercent(weights, total);
  const parts = names.map((name, at) => `${name} ${percent[at]} %`).join(", ");
  return `Shares chosen by cross-validation: ${parts}. ${wordsOfTotal(total)}`;
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
function layOut(data: EvaluationData, heldOut: Float64Array): Float64Array {
  const utilities = Float64Array.from(data.shipped);
  data.data.outcomes.forEach((outcome, index) => {
    utilities[outcome.prompt * data.table.labels.length + outcome.arm] = heldOut[index]!;
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
  selection: RouterSelection,
  own: ChoiceResult,
  shipped: ChoiceResult,
): Judgement {
  const observed = data.data.outcomes.map((row) => row.outcome);
  const aucOwn = aucOf(selection.heldOut, observed);
  const aucShipped = aucOf(
    data.data.outcomes.map((row) => row.prior),
    observed,
  );
  const gains = own.scores.map((score, row) => score - shipped.scores[row]!);
  const gain = bootstrapMean({ values: gains, resamples: 1000, confidence: 0.95, random: mulberry32(5) });
  const { shares, losses } = selection;
  return {
    isBetter: losses.learned < losses.shipped && gain.mean >= -LOSS_ACCEPTED && aucOwn >= aucShipped,
    gain: { mean: gain.mean, low: gain.low, high: gain.high },
    notes: [
      `Held-out AUC of the success estimate: ${aucOwn.toFixed(3)}, shipped ${aucShipped.toFixed(3)}.`,
      `Held-out log loss: ${losses.learned.toFixed(3)}, shipped ${losses.shipped.toFixed(3)}.`,
      wordsOfShares(shares),
    ],
  };
}

/** Everything the person who uploaded the file wants to know before switching the router on. */
export async function trainRouter(
  table: EvaluationTable,
  world: { readonly catalog: ModelCatalog; readonly model: RoutingModel },
  onProgress: (progress: Progress) => void,
): Promise<TrainedRouter> {
  onProgress({ phase: "reading the prompts", share: 0 });
  const data = buildEvaluationData(table, world, (share) =>
    onProgress({ phase: "reading the prompts", share: 0.3 * share }),
  );
  onProgress({ phase: "fitting and cross-validating", share: 0.3 });
  const { selection, fitted } = await fitSideBySide(data.data, data.foldOfRow, (share) =>
    onProgress({ phase: "fitting and cross-validating", share: 0.3 + 0.5 * share }),
  );
  onProgress({ phase: "comparing with baselines", share: 0.8 });
  const utilities = layOut(data, selection.heldOut);
  const own = judgeChoice({ name: "custom router", table, utilities }, mulberry32(6));
  const shipped = judgeChoice({ name: "shipped router", table, utilities: data.shipped }, mulberry32(6));
  const { isBetter, gain, notes } = judgeGain(data, selection, own, shipped);
  const report: CustomRouterReport = {
    rows_train: table.rows.length,
    rows_held_out: table.rows.length,
    router: toPoint(own),
    shipped: toPoint(shipped),
    gain,
    baselines: baselinesOf(data),
    curve: dialCurve(data, utilities),
    calibration: calibrationOf(data, selection.heldOut),
    notes: [...notes, "Every row was judged by a router that was trained without it (five folds)."],
  };
  onProgress({ phase: "done", share: 1 });
  return { fitted, isBetter, report, picks: own.picks };
}
