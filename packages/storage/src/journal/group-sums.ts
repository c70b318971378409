// The amounts that a decision and a report about it add to the sums by key, preference, field and the like.
import type { DecisionGroupsTable } from "../database/journal-tables.ts";
import {
  GROUP_DIMENSIONS,
  tagDimension,
  type FeedbackKind,
  type GroupDimension,
} from "../interface/groups.ts";
import type { DecisionSummary } from "../interface/decisions.ts";
import { cleanText } from "./decision-columns.ts";

type OwnDimension = (typeof GROUP_DIMENSIONS)[number];

/** The members of a decision that say in which groups it is. */
export type Grouped = Pick<
  DecisionSummary,
  | "label"
  | "keyId"
  | "preferenceId"
  | "preferenceVersion"
  | "field"
  | "language"
  | "operation"
  | "degraded"
  | "usd"
  | "tags"
>;

/** The dollars at which the bands of cost begin; the last has no end. */
export const COST_STEPS = [0, 0.0001, 0.001, 0.01, 0.1, 1] as const;

const COST_BANDS = COST_STEPS.map((step, index) => `${step}-${COST_STEPS[index + 1] ?? ""}`);

function costBand(usd: number | null): string {
  if (usd === null) return "unknown";
  let index = COST_STEPS.length - 1;
  while (index > 0 && !(usd >= (COST_STEPS[index] ?? 0))) index -= 1;
  return COST_BANDS[index] ?? "";
}

export const feedbackKind = (value: number | null | undefined): FeedbackKind =>
  value === null || value === undefined ? "none" : value >= 0.5 ? "good" : "bad";

/** By feedback a decision begins without any; a report about the pick moves it (see feedback-rows.ts). */
const READERS: Readonly<Record<OwnDimension, (row: Grouped) => string>> = {
  label: ({ label }) => cleanText(label),
  key: ({ keyId }) => keyId ?? "",
  preference: ({ preferenceId }) => preferenceId ?? "",
  version: ({ preferenceId, preferenceVersion }) =>
    preferenceId === null ? "" : `${preferenceId}@${preferenceVersion ?? 0}`,
  field: ({ field }) => field,
  language: ({ language }) => language,
  operation: ({ operation }) => operation,
  outcome: ({ label, degraded }) => (label === "" ? "refused" : degraded ? "degraded" : "picked"),
  cost: ({ usd }) => costBand(usd),
  feedback: () => feedbackKind(null),
};

export interface GroupKey {
  readonly dimension: GroupDimension;
  readonly value: string;
}

/** The name of a decision's group in a dimension. */
export const groupOf = (dimension: OwnDimension, row: Grouped): string => READERS[dimension](row);

/** A group for each of its tags. */
export const tagGroupsOf = ({ tags }: Pick<Grouped, "tags">): readonly GroupKey[] =>
  tags === null
    ? []
    : Object.entries(tags).map(([name, value]) => ({
        dimension: tagDimension(name),
        value: cleanText(String(value)),
      }));

export const groupsOf = (row: Grouped): readonly GroupKey[] => [
  ...GROUP_DIMENSIONS.map((dimension) => ({ dimension, value: groupOf(dimension, row) })),
  ...tagGroupsOf(row),
];

export function emptyGroup(
  accountId: string,
  hourMs: number,
  { dimension, value }: { readonly dimension: string; readonly value: string },
): DecisionGroupsTable {
  return {
    accountId,
    dimension,
    hourMs,
    value,
    decisions: 0,
    refused: 0,
    degraded: 0,
    explored: 0,
    withRejections: 0,
    successSum: 0,
    priced: 0,
    usdSum: 0,
    judged: 0,
    predictedSum: 0,
    reportedSum: 0,
    billed: 0,
    billedUsdSum: 0,
    billedExpectedSum: 0,
    compared: 0,
    comparedUsdSum: 0,
    namedUsdSum: 0,
  };
}

export type Picked = Pick<
  DecisionSummary,
  "label" | "degraded" | "explored" | "rejectedCount" | "success" | "usd"
>;

/** @param sign -1 takes the decision out again */
export function addDecision(sums: DecisionGroupsTable, row: Picked, sign: 1 | -1 = 1): void {
  sums.decisions += sign;
  sums.refused += row.label === "" ? sign : 0;
  sums.degraded += row.degraded ? sign : 0;
  sums.explored += row.explored ? sign : 0;
  sums.withRejections += row.rejectedCount > 0 ? sign : 0;
  sums.successSum += sign * row.success;
  sums.priced += row.usd === null ? 0 : sign;
  sums.usdSum += sign * (row.usd ?? 0);
}

/** In the order of the table's key, the same for every writer: two that lock the same sums never wait for each other. */
export function inKeyOrder(sums: readonly DecisionGroupsTable[]): readonly DecisionGroupsTable[] {
  return sums.toSorted((a, b) =>
    a.dimension === b.dimension ? (a.value < b.value ? -1 : 1) : a.dimension < b.dimension ? -1 : 1,
  );
}
