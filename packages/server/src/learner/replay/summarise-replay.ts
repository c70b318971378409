// From replayed decisions to the answer people want: what each policy would have cost and achieved, and how sure that is.
import { REPLAY_CHANGES_MAX, type Replay } from "@signalbox/contracts";
import {
  bootstrapMean,
  doublyRobustValues,
  effectiveSampleSize,
  offPolicyInterval,
  type LoggedOutcome,
} from "@signalbox/engine/learn";
import { meanOfKnown, mulberry32 } from "@signalbox/engine/numerics";

import { toIso } from "../../services/timestamps.ts";
import type { ReplayedPick } from "./compare-decisions.ts";

export interface ReplayedDecision {
  readonly chainId: string;
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly a: ReplayedPick;
  readonly b: ReplayedPick;
  /** Present when the real answer was judged. */
  readonly judged: { readonly a: LoggedOutcome; readonly b: LoggedOutcome } | undefined;
}

type Result = NonNullable<Replay["result"]>;
type Interval = Result["difference"];

const RESAMPLES = { min: 100, max: 1000 } as const;
/** All resamples of one interval together: more would hold the event loop for longer than a decision may wait. */
const RESAMPLED_VALUES_MAX = 5_000_000;

const resamplesFor = (values: number): number =>
  Math.min(RESAMPLES.max, Math.max(RESAMPLES.min, Math.round(RESAMPLED_VALUES_MAX / values)));

/** With fewer decisions an interval would promise what the data cannot hold. */
const DECISIONS_MIN = 20;
const UNKNOWN: Interval = { mean: null, low: null, high: null };

function groupsOf(decisions: readonly ReplayedDecision[]): Int32Array {
  const indices = new Map<string, number>();
  return Int32Array.from(decisions, ({ chainId }) => {
    const index = indices.get(chainId) ?? indices.size;
    indices.set(chainId, index);
    return index;
  });
}

function intervalOf(values: Float64Array, decisions: readonly ReplayedDecision[]): Interval {
  if (values.length < DECISIONS_MIN) return UNKNOWN;
  const groups = groupsOf(decisions);
  return bootstrapMean({
    values,
    groups,
    resamples: resamplesFor(values.length),
    confidence: 0.95,
    random: mulberry32(11),
  });
}

const isUnpriced = (pick: ReplayedPick): boolean => pick.label !== null && pick.usd === null;

/**
 * Says whether both picks have a known price. Where either pick has no known price, the dollars of neither side count: the sums
 * are over the same decisions.
 */
const isComparable = ({ a, b }: ReplayedDecision): boolean => !isUnpriced(a) && !isUnpriced(b);

/** Mean of b − a over sessions where both are known. */
function meanDifference(
  decisions: readonly ReplayedDecision[],
  valueOf: (pick: ReplayedPick) => number | null,
): Interval {
  const known = decisions.flatMap((decision) => {
    const [a, b] = [valueOf(decision.a), valueOf(decision.b)];
    return a === null || b === null ? [] : [{ decision, difference: b - a }];
  });
  return intervalOf(
    Float64Array.from(known, ({ difference }) => difference),
    known.map(({ decision }) => decision),
  );
}

/** A refused decision costs nothing; a pick without a known price costs an unknown amount. */
const dollarsOf = ({ label, usd }: ReplayedPick): number | null => (label === null ? 0 : usd);

function sideOf(decisions: readonly ReplayedDecision[], side: "a" | "b", estimated: Interval): Result["a"] {
  const picks = decisions.map((decision) => decision[side]);
  return {
    usd: decisions.filter(isComparable).reduce((sum, decision) => sum + (decision[side].usd ?? 0), 0),
    success_predicted: meanOfKnown(picks.map((pick) => (pick.label === null ? null : pick.success))),
    success_estimated: estimated,
    seconds_mean: meanOfKnown(picks.map((pick) => pick.seconds)),
  };
}

/** Counts of what the replay looked at beside the decisions that it compares. */
interface Looked {
  readonly skipped: number;
  /** Set where it looked at as many decisions as it may. */
  readonly cutAt?: number | undefined;
}

function notesOf(
  decisions: readonly ReplayedDecision[],
  judged: number,
  counts: Looked & { effective: number | null },
): string[] {
  const unpriced = decisions.filter((decision) => !isComparable(decision)).length;
  const refused = decisions.filter(({ a, b }) => a.label === null || b.label === null).length;
  const { skipped, effective, cutAt } = counts;
  return [
    ...(decisions.length === 0 && skipped === 0 ? ["No decision fits the filters in this span."] : []),
    ...(cutAt === undefined
      ? []
      : [
          `The newest ${cutAt} decisions were looked at, as many as one replay may; the span may hold older ones.`,
        ]),
    judged < DECISIONS_MIN
      ? `${judged} of the decisions were judged; from ${DECISIONS_MIN} on, success is also estimated from the reports.`
      : `${judged} of the decisions were judged. Success is estimated from them by the doubly robust method, sessions as the unit.`,
    ...(effective !== null && effective < DECISIONS_MIN
      ? [
          `The policies agree with the real picks so rarely that the reports weigh like ${effective.toFixed(0)}: the estimate leans on predictions. Some exploration would help.`,
        ]
      : []),
    ...(unpriced > 0
      ? [`${unpriced} decisions have a pick without a known price; their dollars are left out of both sums.`]
      : []),
    ...(refused > 0 ? [`${refused} decisions would have been refused by a strict policy.`] : []),
    ...(skipped > 0
      ? [`${skipped} decisions were left out: another artefact made them, or their features were not kept.`]
      : []),
  ];
}

const isChanged = ({ a, b }: ReplayedDecision): boolean => a.label !== b.label;

function changeOf({ sessionId, createdAtMs, a, b }: ReplayedDecision): Result["changes"][number] {
  const pickOf = ({ label, success, usd }: ReplayedPick) =>
    label === null ? { label, success: null, usd: null } : { label, success, usd };
  return { session_id: sessionId, created_at: toIso(createdAtMs), a: pickOf(a), b: pickOf(b) };
}

export function summariseReplay(decisions: readonly ReplayedDecision[], looked: Looked): Result {
  const judged = decisions.filter((decision) => decision.judged !== undefined);
  const rowsOf = (side: "a" | "b"): LoggedOutcome[] =>
    judged.flatMap(({ judged: rows }) => (rows === undefined ? [] : [rows[side]]));
  const estimateOf = (side: "a" | "b"): Interval =>
    judged.length < DECISIONS_MIN
      ? UNKNOWN
      : offPolicyInterval(rowsOf(side), {
          groups: groupsOf(judged),
          resamples: resamplesFor(judged.length),
          random: mulberry32(11),
        });
  const valuesA = doublyRobustValues(rowsOf("a"));
  const valuesB = doublyRobustValues(rowsOf("b"));
  const effective = judged.length === 0 ? null : effectiveSampleSize(rowsOf("b"));
  return {
    decisions: decisions.length,
    changed: decisions.filter(isChanged).length,
    effective_sample_size: effective,
    a: sideOf(decisions, "a", estimateOf("a")),
    b: sideOf(decisions, "b", estimateOf("b")),
    difference: intervalOf(
      valuesB.map((value, index) => value - valuesA[index]!),
      judged,
    ),
    difference_usd: meanDifference(decisions, dollarsOf),
    difference_seconds: meanDifference(decisions, ({ seconds }) => seconds),
    changes: decisions.filter(isChanged).slice(0, REPLAY_CHANGES_MAX).map(changeOf),
    notes: notesOf(decisions, judged.length, { ...looked, effective }),
  };
}
