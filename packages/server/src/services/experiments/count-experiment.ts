// Results of a run of an experiment, read from the journal: only decisions that were made within it count.
import type { Experiment } from "@signalbox/contracts";
import { confidenceSequence } from "@signalbox/engine/learn";
import { meanOf, varianceOf } from "@signalbox/engine/numerics";
import type { DecisionRow } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import type { ExperimentArm, ExperimentRun } from "./experiment-run.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";

// The statistics of an experiment. The session chain is the unit: its reported success is the mean over its judged
// decisions, so that a long chain weighs no more than a short one.
const ALPHA = 0.05;
/** The sequence is asymptotic: below this it may not end an experiment. */
export const JUDGED_CHAINS_MIN = 30;

const STOPPING_RULE = `Stop when the interval of the difference excludes 0 and each preference has at least ${JUDGED_CHAINS_MIN} sessions with feedback. The interval is a 95 % confidence sequence: it holds at all looks together, so looking often costs nothing.`;

/**
 * Variance with one imagined chain that failed and one that succeeded: reports that are all alike must not look certain.
 * @source Agresti and Coull (1998), Approximate is better than "exact"
 */
function guardedVariance(values: Float64Array): number {
  return varianceOf(Float64Array.of(...values, 0, 1));
}

type Comparison = Pick<Experiment, "difference" | "confidence" | "verdict" | "stopping_rule">;

/**
 * @param a,b reported success, one value per judged chain. @range 0..1
 * @source Waudby-Smith et al., Time-uniform central limit theory (2024), with the variance of a difference of two means
 */
export function compareArms(a: Float64Array, b: Float64Array): Comparison {
  const rule = { confidence: 1 - ALPHA, stopping_rule: STOPPING_RULE };
  const isEnough = Math.min(a.length, b.length) >= JUDGED_CHAINS_MIN;
  if (a.length === 0 || b.length === 0)
    return { ...rule, difference: { mean: null, low: null, high: null }, verdict: "undecided" };
  const mean = meanOf(b) - meanOf(a);
  if (!isEnough) return { ...rule, difference: { mean, low: null, high: null }, verdict: "undecided" };
  const count = a.length + b.length;
  const variance = count * (guardedVariance(a) / a.length + guardedVariance(b) / b.length);
  const { low, high } = confidenceSequence({ mean, variance, count }, ALPHA);
  const verdict = low > 0 ? "b_better" : high < 0 ? "a_better" : "undecided";
  return { ...rule, difference: { mean, low, high }, verdict };
}

// Counts of one arm. Bounded by the number of decisions that are looked at.
interface ArmTally {
  add(row: DecisionRow, reported: number | undefined): void;
  /** One value per judged chain. @range 0..1 */
  chainValues(): Float64Array;
  wire(preferenceId: string): Experiment["arms"]["a"];
}

function createArmTally(): ArmTally {
  const chains = new Map<string, { sum: number; count: number }>();
  const versions = new Set<number>();
  const spent = { usd: 0, priced: 0 };
  let decisions = 0;
  const chainValues = (): Float64Array =>
    Float64Array.from(
      [...chains.values()].filter(({ count }) => count > 0),
      ({ sum, count }) => sum / count,
    );
  return {
    add: ({ chainId, preferenceVersion, usd }, reported) => {
      decisions += 1;
      if (preferenceVersion !== null) versions.add(preferenceVersion);
      if (usd !== null) {
        spent.usd += usd;
        spent.priced += 1;
      }
      const chain = chains.get(chainId) ?? { sum: 0, count: 0 };
      if (reported !== undefined) {
        chain.sum += reported;
        chain.count += 1;
      }
      chains.set(chainId, chain);
    },
    chainValues,
    wire: (preferenceId) => {
      const values = chainValues();
      return {
        preference_id: preferenceId,
        versions: [...versions].toSorted((a, b) => a - b),
        decisions,
        chains: chains.size,
        judged_chains: values.length,
        success_reported:
          values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
        usd_mean: spent.priced === 0 ? null : spent.usd / spent.priced,
      };
    },
  };
}

/** Newest decisions of each arm, and newest judgements, that one answer looks at. */
const ROWS_MAX = 50_000;
const PAGE_ROWS = 200;

const keyOf = (sessionId: string, label: string): string => `${sessionId} ${label}`;

/** Reported success by decision and label. */
async function readJudgements(
  context: ServiceContext,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const judged = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await context.storage.feedback.list({ accountId, limit: PAGE_ROWS, cursor });
    for (const { sessionId, label, value, withdrawnAtMs } of page.items)
      if (value !== null && withdrawnAtMs === null) judged.set(keyOf(sessionId, label), value);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && judged.size < ROWS_MAX);
  return judged;
}

interface ArmReading {
  readonly run: ExperimentRun;
  readonly arm: ExperimentArm["arm"];
  readonly armPreferenceId: string;
  readonly judged: ReadonlyMap<string, number>;
}

/** Decisions that were asked of the preference itself, or belong to another experiment, do not count. */
function isOf(row: DecisionRow, { run, arm }: ArmReading): boolean {
  const drawn = row.request["experiment"] as ExperimentArm | undefined;
  return (
    drawn?.arm === arm && drawn.preference_id === run.preferenceId && drawn.challenger_id === run.challengerId
  );
}

async function readArm(context: ServiceContext, reading: ArmReading): Promise<ArmTally> {
  const { run, armPreferenceId: preferenceId, judged } = reading;
  const tally = createArmTally();
  const rows = context.storage.decisions.stream({
    accountId: run.accountId,
    preferenceId,
    refused: false,
    limit: ROWS_MAX,
    newestFirst: true,
    fromMs: run.startedAtMs,
    toMs: run.endedAtMs ?? undefined,
  });
  for await (const row of rows)
    if (isOf(row, reading)) tally.add(row, judged.get(keyOf(row.sessionId, row.label)));
  return tally;
}

function notesOf(arms: Experiment["arms"], isRunning: boolean): string[] {
  const mixed = Object.values(arms).some(({ versions }) => versions.length > 1);
  return [
    ...(isRunning ? [] : ["The experiment has ended: the preference no longer names it."]),
    ...(mixed ? ["A preference changed while it ran, so an arm mixes several versions."] : []),
    "Sessions without feedback are left out; when one side is judged more readily than the other, the comparison is biased.",
  ];
}

export async function countExperiment(context: ServiceContext, run: ExperimentRun): Promise<Experiment> {
  const { preferenceId, challengerId } = run;
  const judged = await readJudgements(context, run.accountId);
  const a = await readArm(context, { run, arm: "a", armPreferenceId: preferenceId, judged });
  const b = await readArm(context, { run, arm: "b", armPreferenceId: challengerId, judged });
  const arms = { a: a.wire(preferenceId), b: b.wire(challengerId) };
  const isRunning = run.endedAtMs === null;
  return {
    preference_id: preferenceId,
    challenger_id: challengerId,
    share: run.share,
    is_running: isRunning,
    started_at: toIso(run.startedAtMs),
    ended_at: toIsoOrNull(run.endedAtMs),
    arms,
    ...compareArms(a.chainValues(), b.chainValues()),
    notes: notesOf(arms, isRunning),
  };
}
