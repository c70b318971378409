// Trains a network on an account's outcomes: mini-batches in a seeded order, a rate that falls to 0, and an end before the
// training rows are known by heart. With few rows it hardly leaves the models' levels.
import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { drawNormal, shuffle, splitmix32 } from "../../numerics/random.ts";
import type { Random } from "../../numerics/random.ts";
import type { Points } from "../process/points.ts";
import { createAdam } from "./adam.ts";
import { activate, createActivations } from "./network.ts";
import type { Activations, FittedNetwork } from "./network.ts";

export interface NetworkRows {
  readonly points: Points;
  /** NaN = unknown. @shape points.count x levels.length */
  readonly outcomes: Float32Array;
  /** Where every model starts. @shape arms @range 0..1 */
  readonly levels: Float64Array;
}

const [HIDDEN, EPOCHS, BATCH] = [64, 12, 32];
const [RATE, DECAY] = [0.003, 0.1];
const SEED = 1;

function startNetwork(dim: number, levels: Float64Array, random: Random): FittedNetwork {
  const arms = levels.length;
  const first = new Float32Array(HIDDEN * (dim + 1));
  const last = new Float32Array(arms * (HIDDEN + 1));
  const fill = (rows: Float32Array, width: number): void => {
    for (let at = 0; at < rows.length; at += 1)
      rows[at] = at % (width + 1) === width ? 0 : drawNormal(random) / Math.sqrt(width);
  };
  fill(first, dim);
  fill(last, HIDDEN);
  levels.forEach((level, arm) => (last[arm * (HIDDEN + 1) + HIDDEN] = logitOf(level)));
  return { dim, hidden: HIDDEN, arms, first, last };
}

interface Slopes {
  readonly first: Float32Array;
  readonly last: Float32Array;
  /** Of the units. @shape hidden */
  readonly units: Float32Array;
}

/** rows[start ..] += factor * input, and the row's last entry by the factor. */
function addRow(rows: Float32Array, start: number, input: Float32Array, factor: number): void {
  for (let at = 0; at < input.length; at += 1) rows[start + at] = rows[start + at]! + factor * input[at]!;
  rows[start + input.length] = rows[start + input.length]! + factor;
}

/** Adds the slope of one row's cross-entropy. @param outcomes @shape arms */
function addSlopes(
  { dim, hidden, last }: FittedNetwork,
  { units, logits }: Activations,
  row: { readonly point: Float32Array; readonly outcomes: Float32Array },
  slopes: Slopes,
): void {
  slopes.units.fill(0);
  row.outcomes.forEach((outcome, arm) => {
    if (Number.isNaN(outcome)) return;
    const delta = (sigmoid(logits[arm]!) - outcome) / BATCH;
    const start = arm * (hidden + 1);
    addRow(slopes.last, start, units, delta);
    for (let unit = 0; unit < hidden; unit += 1)
      slopes.units[unit] = slopes.units[unit]! + delta * last[start + unit]!;
  });
  for (let unit = 0; unit < hidden; unit += 1)
    if (units[unit]! > 0) addRow(slopes.first, unit * (dim + 1), row.point, slopes.units[unit]!);
}

/** Deterministic: the same rows give the same network. */
export function fitNetwork({ points, outcomes, levels }: NetworkRows): FittedNetwork {
  const { dim, count, features } = points;
  const random = splitmix32(SEED);
  const network = startNetwork(dim, levels, random);
  const { first, last, hidden, arms } = network;
  const slopes = {
    first: new Float32Array(first.length),
    last: new Float32Array(last.length),
    units: new Float32Array(hidden),
  };
  const [moveFirst, moveLast] = [createAdam(first), createAdam(last)];
  const activations = createActivations(network);
  const order = Int32Array.from({ length: count }, (_, row) => row);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (let start = 0; start < count; start += BATCH) {
      slopes.first.fill(0);
      slopes.last.fill(0);
      for (const row of order.subarray(start, start + BATCH)) {
        const point = features.subarray(row * dim, (row + 1) * dim);
        activate(network, point, activations);
        const asked = { point, outcomes: outcomes.subarray(row * arms, (row + 1) * arms) };
        addSlopes(network, activations, asked, slopes);
      }
      const done = (epoch + start / count) / EPOCHS;
      const step = { rate: RATE * (0.5 + 0.5 * Math.cos(Math.PI * done)), decay: DECAY };
      moveFirst(slopes.first, step);
      moveLast(slopes.last, step);
    }
  }
  return network;
}
