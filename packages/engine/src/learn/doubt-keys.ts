// Which reporters contradict everyone else? A key is judged by what a model fitted without it predicts of its reports:
// it is set aside when they are predicted far worse than those of the other keys, or when they run the other way, good
// where the others' evidence says bad. Either may happen without moving any mean.
import { factorise, solveFactorised } from "../numerics/cholesky.ts";
import { logLoss, logitOf, sigmoid } from "../numerics/logistic.ts";

export interface KeyReports {
  readonly keyId: string;
  readonly reports: readonly KeyReport[];
}

interface KeyReport {
  /** Under a model that did not see the key. @range 0..1 */
  readonly predicted: number;
  /** @range 0..1 */
  readonly outcome: number;
}

interface Estimate {
  readonly mean: number;
  readonly error: number;
}

/** Standard errors from the middle of the keys beyond which a key is set aside. */
const DOUBT_Z = 3;
/** Honest keys differ in how hard their traffic is. @unit nats */
const LOSS_SPREAD = 0.08;
/** Honest keys differ in how far the others' evidence holds for their traffic; 1 = as predicted, -1 = the reverse. */
const SLOPE_SPREAD = 0.4;
const ROWS_MIN = 20;
const NEWTON_STEPS = 8;
/** Prior of level and slope; it only keeps perfectly predicted reports finite. */
const PRIOR_PRECISION = 1 / 9;

function lossOf(reports: readonly KeyReport[]): Estimate {
  const losses = reports.map(({ predicted, outcome }) => logLoss(predicted, outcome));
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  const squares = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / Math.max(1, losses.length - 1) / losses.length) };
}

/**
 * Slope of the reports on the predicted logits, with a level of the key's own: a harsh judge is not a liar.
 * @source Cox (1958), Two further applications of a model for binary regression (calibration slope)
 */
function slopeOf(reports: readonly KeyReport[]): Estimate {
  let [level, slope] = [0, 1];
  let factor = new Float64Array(4);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    factor = Float64Array.of(PRIOR_PRECISION, 0, 0, PRIOR_PRECISION);
    const gradient = Float64Array.of(-PRIOR_PRECISION * level, -PRIOR_PRECISION * (slope - 1));
    for (const { predicted, outcome } of reports) {
      const x = logitOf(predicted);
      const fitted = sigmoid(level + slope * x);
      const curvature = fitted * (1 - fitted);
      factor[0]! += curvature;
      factor[2]! += curvature * x;
      factor[3]! += curvature * x * x;
      gradient[0]! += outcome - fitted;
      gradient[1]! += (outcome - fitted) * x;
    }
    const change = solveFactorised(factorise(factor, 2), gradient);
    const damping = Math.min(1, 2 / Math.max(Math.abs(change[0]!), Math.abs(change[1]!)));
    level += damping * change[0]!;
    slope += damping * change[1]!;
  }
  const variance = solveFactorised(factor, Float64Array.of(0, 1))[1]!;
  return { mean: slope, error: Math.sqrt(variance) };
}

function middleOf(estimates: readonly Estimate[]): number {
  const sorted = estimates.map(({ mean }) => mean).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

/** Keys to set aside. Without at least three keys there is no majority to trust, and none is doubted. */
export function findDoubtfulKeys(keys: readonly KeyReports[]): ReadonlySet<string> {
  const judged = keys
    .filter(({ reports }) => reports.length >= ROWS_MIN)
    .map(({ keyId, reports }) => ({
      keyId,
      count: reports.length,
      loss: lossOf(reports),
      slope: slopeOf(reports),
    }));
  if (judged.length < 3) return new Set();
  const middleLoss = middleOf(judged.map(({ loss }) => loss));
  const middleSlope = middleOf(judged.map(({ slope }) => slope));
  const total = judged.reduce((sum, { count }) => sum + count, 0);
  const contradicts = ({ loss, slope }: { readonly loss: Estimate; readonly slope: Estimate }): boolean =>
    (loss.mean - middleLoss) / Math.hypot(loss.error, LOSS_SPREAD) > DOUBT_Z ||
    (slope.mean < 0 && (middleSlope - slope.mean) / Math.hypot(slope.error, SLOPE_SPREAD) > DOUBT_Z);
  return new Set(
    judged.filter((key) => key.count <= total / 2 && contradicts(key)).map(({ keyId }) => keyId),
  );
}
