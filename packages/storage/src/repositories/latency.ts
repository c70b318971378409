import type { Selectable } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Context } from "../database/context.ts";
import { parseStored } from "../database/json.ts";
import type { Database } from "../database/schema.ts";
import type { LatencyObservation, LatencyRepository, LatencyStatistic } from "../interface/feedback.ts";

// An exponentially forgetting summary of seconds and speeds: means, and percentiles from buckets 10 % wide.
// Weights are kept as of `atMs`; a late observation counts for less instead of turning the clock back.
interface DecayedHistogram {
  readonly atMs: number;
  readonly seconds: { readonly weight: number; readonly sum: number };
  readonly speed: { readonly weight: number; readonly sum: number };
  /** Tokens of thought; absent in rows without such a report. */
  readonly hidden?: { readonly weight: number; readonly sum: number };
  /** Weight by bucket of seconds. */
  readonly buckets: Readonly<Record<string, number>>;
}

const STEP = Math.log(1.1);
/** Buckets from a millisecond to a day. */
const BUCKET_MIN = Math.floor(Math.log(1e-3) / STEP);
const BUCKET_MAX = Math.ceil(Math.log(86_400) / STEP);
const WEIGHT_MIN = 1e-4;

export const EMPTY_HISTOGRAM: DecayedHistogram = {
  atMs: 0,
  seconds: { weight: 0, sum: 0 },
  speed: { weight: 0, sum: 0 },
  buckets: {},
};

type Sums = DecayedHistogram["seconds"];
const EMPTY: Sums = { weight: 0, sum: 0 };

function bucketOf(seconds: number): number {
  return Math.min(Math.max(Math.round(Math.log(Math.max(seconds, 1e-3)) / STEP), BUCKET_MIN), BUCKET_MAX);
}

function decayed(sums: Sums, factor: number): Sums {
  return { weight: sums.weight * factor, sum: sums.sum * factor };
}

function add(sums: Sums, value: number | undefined, weight: number): Sums {
  if (value === undefined) return sums;
  return { weight: sums.weight + weight, sum: sums.sum + value * weight };
}

interface Observation {
  readonly seconds?: number | undefined;
  readonly tokensPerSecond?: number | undefined;
  readonly hiddenTokens?: number | undefined;
  readonly atMs: number;
  readonly halfLifeMs: number;
}

export function observe(histogram: DecayedHistogram, input: Observation): DecayedHistogram {
  const atMs = Math.max(histogram.atMs, input.atMs);
  const factor = 2 ** -((atMs - histogram.atMs) / input.halfLifeMs);
  const weight = 2 ** -((atMs - input.atMs) / input.halfLifeMs);
  const buckets: Record<string, number> = {};
  for (const [bucket, old] of Object.entries(histogram.buckets)) {
    if (old * factor >= WEIGHT_MIN) buckets[bucket] = old * factor;
  }
  if (input.seconds !== undefined) {
    const bucket = String(bucketOf(input.seconds));
    buckets[bucket] = (buckets[bucket] ?? 0) + weight;
  }
  return {
    atMs,
    seconds: add(decayed(histogram.seconds, factor), input.seconds, weight),
    speed: add(decayed(histogram.speed, factor), input.tokensPerSecond, weight),
    ...(histogram.hidden === undefined && input.hiddenTokens === undefined
      ? {}
      : { hidden: add(decayed(histogram.hidden ?? EMPTY, factor), input.hiddenTokens, weight) }),
    buckets,
  };
}

export function meanOfSums(sums: Sums): number | null {
  return sums.weight > 0 ? sums.sum / sums.weight : null;
}

/** @range share 0..1; null without observations. @unit seconds */
export function percentileOf(histogram: DecayedHistogram, share: number): number | null {
  const buckets = Object.entries(histogram.buckets)
    .map(([bucket, weight]) => [Number(bucket), weight] as const)
    .sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (const [bucket, weight] of buckets) {
    below += weight;
    if (below >= share * total) return Math.exp(bucket * STEP);
  }
  return null;
}

type Row = Selectable<Database["latencies"]>;

const HALF_LIFE_MS = 7 * 24 * 3_600_000;

function toStatistic(row: Row): LatencyStatistic {
  const histogram = parseStored(row.histogram) as DecayedHistogram;
  return {
    modelKey: row.modelKey,
    secondsMean: meanOfSums(histogram.seconds),
    secondsP95: percentileOf(histogram, 0.95),
    tokensPerSecond: meanOfSums(histogram.speed),
    hiddenTokensMean: meanOfSums(histogram.hidden ?? EMPTY),
    hiddenWeight: histogram.hidden?.weight ?? 0,
    weight: Math.max(histogram.seconds.weight, histogram.speed.weight),
    updatedAtMs: row.updatedAtMs,
  };
}

type Ref = Pick<Row, "accountId" | "modelKey">;

const findLocked = compileOnce(["accountId", "modelKey"], ({ db, dialect }, ref: Ref) =>
  dialect.lockRows(
    db
      .selectFrom("latencies")
      .selectAll()
      .where("accountId", "=", ref.accountId)
      .where("modelKey", "=", ref.modelKey),
  ),
);

const update = compileOnce(
  ["accountId", "modelKey", "histogram", "updatedAtMs"],
  ({ db }, { accountId, modelKey, ...changes }: Row) =>
    db
      .updateTable("latencies")
      .set(changes)
      .where("accountId", "=", accountId)
      .where("modelKey", "=", modelKey),
);

/** The row, made first when missing and locked (PostgreSQL), so that no observation is lost. */
async function lockedRow(context: Context, ref: Ref): Promise<Row> {
  const known = await findLocked(context, ref);
  if (known !== undefined) return known;
  await context.db
    .insertInto("latencies")
    .values({ ...ref, histogram: JSON.stringify(EMPTY_HISTOGRAM), updatedAtMs: 0 })
    .onConflict((conflict) => conflict.columns(["accountId", "modelKey"]).doNothing())
    .execute();
  const made = await findLocked(context, ref);
  if (made === undefined) throw new TypeError("A row that was just made is there.");
  return made;
}

async function observeModel(
  context: Context,
  { accountId, modelKey }: Ref,
  inputs: readonly LatencyObservation[],
): Promise<LatencyStatistic> {
  const before = await lockedRow(context, { accountId, modelKey });
  let after = parseStored(before.histogram) as DecayedHistogram;
  for (const input of inputs) {
    const seen = after.atMs === 0 ? { ...after, atMs: input.atMs } : after;
    after = observe(seen, { ...input, halfLifeMs: input.halfLifeMs ?? HALF_LIFE_MS });
  }
  const row = { ...before, histogram: JSON.stringify(after), updatedAtMs: after.atMs };
  await update(context, row);
  const settled = (parseStored(before.histogram) as DecayedHistogram).hidden?.weight ?? 0;
  if (inputs.some(({ hiddenTokens }) => hiddenTokens !== undefined) && settled < SETTLING_WEIGHT)
    context.notify({ topic: "models", accountId, id: modelKey });
  return toStatistic(row);
}

/** The first reports of thought settle a guessed mode, so decisions learn of them immediately; later ones wait for the next load. */
const SETTLING_WEIGHT = 4;

const keyOf = ({ accountId, modelKey }: Ref): string => `${accountId} ${modelKey}`;

export function createLatencyRepository(context: Context): LatencyRepository {
  return {
    observe: (input) => context.transaction((inside) => observeModel(inside, input, [input])),
    observeAll: (inputs) =>
      context.transaction(async (inside) => {
        // In one order, so that two transactions never wait for each other.
        const models = [...Map.groupBy(inputs, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
        for (const [, [first, ...others]] of models)
          if (first !== undefined) await observeModel(inside, first, [first, ...others]);
      }),
    list: async ({ accountId }) => {
      const rows = await context.db
        .selectFrom("latencies")
        .selectAll()
        .where("accountId", "=", accountId)
        .orderBy("modelKey")
        .limit(10_000)
        .execute();
      return rows.map(toStatistic);
    },
  };
}
