// How a judgement looks in the database, and what it adds to the sums of predicted against reported success.
import type { Selectable } from "kysely";

import type { KeptDecision } from "../interface/decision-table.ts";
import { parseObject, readStored } from "../database/json.ts";
import type { Database } from "../database/schema.ts";
import type { FeedbackKind } from "../interface/groups.ts";
import type { Feedback, FeedbackInput, FeedbackUsage, JudgedReading } from "../interface/feedback.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { decodeRecord } from "../journal/decision-codec.ts";
import {
  addDecision,
  emptyGroup,
  feedbackKind,
  groupsOf,
  type Grouped,
  type GroupKey,
  type Picked,
} from "../journal/group-sums.ts";
import { hourOf } from "../journal/hours.ts";

export type FeedbackRow = Selectable<Database["feedback"]>;

export interface JudgedRow {
  readonly label: string;
  readonly field: string;
  readonly createdAtMs: number;
  readonly success: number;
  readonly spread: number;
  readonly explanation: Uint8Array;
}

/** The estimates that a judged decision knew. */
export interface JudgedDecision extends Omit<JudgedRow, "explanation"> {
  /** The candidate as it was ranked. */
  find(label: string): KeptDecision["ranking"][number] | undefined;
  reading(): JudgedReading | undefined;
}

export function judgedDecision(row: JudgedRow): JudgedDecision {
  const { label, field, createdAtMs, success, spread, explanation } = row;
  let record: KeptDecision | undefined;
  return {
    label,
    field,
    createdAtMs,
    success,
    spread,
    find: (wanted) => {
      record ??= readStored(() => decodeRecord(explanation));
      return record.ranking.find((candidate) => cleanText(candidate.label) === wanted);
    },
    reading: () => {
      record ??= readStored(() => decodeRecord(explanation));
      const { conversation } = record;
      return (
        conversation && { field, difficulty: conversation.difficulty, task: conversation.task ?? undefined }
      );
    },
  };
}

export function toFeedback(row: FeedbackRow): Feedback {
  return { ...row, usage: parseObject(row.usage), details: parseObject(row.details) };
}

/** The estimate that the decision had for a label; undefined when it did not rank it. */
export function estimateOf(
  decision: JudgedDecision,
  label: string,
): { readonly success: number; readonly spread: number } | undefined {
  if (label === decision.label) return { success: decision.success, spread: decision.spread };
  const found = decision.find(label);
  return found && { success: found.success, spread: found.spread };
}

function mergeUsage(before: string | undefined, usage: FeedbackUsage | undefined): string {
  const known = Object.entries(usage ?? {}).filter(([, value]) => value !== undefined);
  const merged = { ...(before === undefined ? {} : parseObject(before)), ...Object.fromEntries(known) };
  return JSON.stringify(Object.fromEntries(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The row that a judgement makes of what was there. */
export function nextRow(input: FeedbackInput, before: FeedbackRow | undefined): FeedbackRow {
  return {
    sessionId: input.sessionId,
    label: input.label,
    accountId: input.accountId,
    value: input.value ?? before?.value ?? null,
    usage: mergeUsage(before?.usage, input.usage),
    keyId: input.keyId ?? before?.keyId ?? null,
    scope: input.scope ?? before?.scope ?? "decision",
    details: input.details === undefined ? (before?.details ?? "{}") : JSON.stringify(input.details),
    revision: (before?.revision ?? 0) + 1,
    createdAtMs: before?.createdAtMs ?? input.atMs,
    updatedAtMs: Math.max(input.atMs, before?.updatedAtMs ?? 0),
    withdrawnAtMs: null,
  };
}

export function isSame(a: FeedbackRow, b: FeedbackRow): boolean {
  return (
    a.value === b.value &&
    a.usage === b.usage &&
    a.scope === b.scope &&
    a.details === b.details &&
    (a.withdrawnAtMs === null) === (b.withdrawnAtMs === null)
  );
}

type HourSums = Database["feedbackHours"];

/** The weight of a row: +1 when it comes, -1 when it goes. Undefined when it counts for nothing. */
function weigh(decision: JudgedDecision, row: FeedbackRow | undefined, sign: 1 | -1): HourSums | undefined {
  if (row === undefined || row.value === null || row.withdrawnAtMs !== null) return undefined;
  const estimate = estimateOf(decision, row.label);
  if (estimate === undefined) return undefined;
  return {
    accountId: row.accountId,
    hourMs: hourOf(decision.createdAtMs),
    label: row.label,
    field: decision.field,
    judged: sign,
    predictedSum: sign * estimate.success,
    reportedSum: sign * row.value,
    squaredErrorSum: sign * (estimate.success - row.value) ** 2,
  };
}

export function sumChanges(
  decision: JudgedDecision,
  before: FeedbackRow | undefined,
  after: FeedbackRow,
): readonly HourSums[] {
  return [weigh(decision, before, -1), weigh(decision, after, 1)].filter((sums) => sums !== undefined);
}

type GroupSums = Database["decisionGroups"];

/** Dollars of a report about the pick: +1 when it comes, -1 when it goes. */
export function addBill(
  sums: GroupSums,
  row: Pick<FeedbackRow, "usage" | "withdrawnAtMs"> | undefined,
  { usd: expectedUsd, sign }: { readonly usd: number | null; readonly sign: 1 | -1 },
): void {
  if (row === undefined || row.withdrawnAtMs !== null) return;
  const { usd, baselineUsd }: FeedbackUsage = parseObject(row.usage);
  if (usd === undefined) return;
  if (expectedUsd !== null) {
    sums.billed += sign;
    sums.billedUsdSum += sign * usd;
    sums.billedExpectedSum += sign * expectedUsd;
  }
  if (baselineUsd === undefined) return;
  sums.compared += sign;
  sums.comparedUsdSum += sign * usd;
  sums.namedUsdSum += sign * baselineUsd;
}

const isBillChanged = ({ before, after }: Judgement): boolean =>
  before?.usage !== after.usage || before.withdrawnAtMs !== after.withdrawnAtMs;

/** A decision and the change of its pick. */
export interface Judgement {
  readonly decision: JudgedDecision;
  readonly grouped: Grouped & Picked;
  readonly before: FeedbackRow | undefined;
  readonly after: FeedbackRow;
}

const kindOf = (row: FeedbackRow | undefined): FeedbackKind =>
  feedbackKind(row === undefined || row.withdrawnAtMs !== null ? null : row.value);

function addReport(sums: Database["decisionGroups"], change: HourSums): void {
  sums.judged += change.judged;
  sums.predictedSum += change.predictedSum;
  sums.reportedSum += change.reportedSum;
}

/** By feedback the whole decision moves: out of the group of the old report, into that of the new one. */
function moveBetween(
  { grouped, before, after }: Judgement,
  own: readonly HourSums[],
  make: (kind: FeedbackKind) => GroupSums,
): readonly GroupSums[] {
  const [from, to] = [kindOf(before), kindOf(after)];
  const left = make(from);
  const entered = from === to ? left : make(to);
  addDecision(left, grouped, -1);
  addDecision(entered, grouped);
  addBill(left, before, { usd: grouped.usd, sign: -1 });
  addBill(entered, after, { usd: grouped.usd, sign: 1 });
  for (const change of own) addReport(change.judged < 0 ? left : entered, change);
  return from === to ? [left] : [left, entered];
}

/** The changes that a report about the pick makes to the sums of the groups that its decision is in. */
export function groupChanges(judgement: Judgement, changes: readonly HourSums[]): readonly GroupSums[] {
  const { decision, grouped, before, after } = judgement;
  const own = changes.filter(({ label }) => label === decision.label);
  if (after.label !== decision.label || (own.length === 0 && !isBillChanged(judgement))) return [];
  const empty = (key: GroupKey) => emptyGroup(after.accountId, hourOf(decision.createdAtMs), key);
  const keys = groupsOf(grouped);
  const kept = keys
    .filter(({ dimension }) => dimension !== "feedback")
    .map((key) => {
      const sums = empty(key);
      for (const change of own) addReport(sums, change);
      addBill(sums, before, { usd: grouped.usd, sign: -1 });
      addBill(sums, after, { usd: grouped.usd, sign: 1 });
      return sums;
    });
  const moved = moveBetween(judgement, own, (value) => empty({ dimension: "feedback", value }));
  return [...kept, ...moved];
}
