// What a decision and a report about it add to the sums by key, preference, field and the like.
import type { DecisionGroupsTable } from "../database/journal-tables.ts";
import { GROUP_DIMENSIONS, type GroupDimension } from "../interface/groups.ts";
import type { DecisionSummary } from "../interface/decisions.ts";
import type { KeptDecision } from "../interface/kept-decision.ts";
import { cleanText } from "./decision-columns.ts";

/** What of a decision says in which groups it is. */
export type Grouped = Pick<
  DecisionSummary,
  "label" | "keyId" | "preferenceId" | "preferenceVersion" | "field" | "language"
> & { readonly record: { readonly conversation?: KeptDecision["conversation"] | undefined } };

const READERS: Readonly<Record<GroupDimension, (row: Grouped) => string>> = {
  label: ({ label }) => cleanText(label),
  key: ({ keyId }) => keyId ?? "",
  preference: ({ preferenceId }) => preferenceId ?? "",
  version: ({ preferenceId, preferenceVersion }) =>
    preferenceId === null ? "" : `${preferenceId}@${preferenceVersion ?? 0}`,
  field: ({ field }) => field,
  language: ({ language }) => language,
  operation: ({ record }) => record.conversation?.task?.operation ?? "",
};

export interface GroupKey {
  readonly dimension: GroupDimension;
  readonly value: string;
}

export const groupsOf = (row: Grouped): readonly GroupKey[] =>
  GROUP_DIMENSIONS.map((dimension) => ({ dimension, value: READERS[dimension](row) }));

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
    degraded: 0,
    explored: 0,
    withRejections: 0,
    successSum: 0,
    priced: 0,
    usdSum: 0,
    judged: 0,
    predictedSum: 0,
    reportedSum: 0,
  };
}

type Picked = Pick<DecisionSummary, "degraded" | "explored" | "rejectedCount" | "success" | "usd">;

export function addDecision(sums: DecisionGroupsTable, row: Picked): void {
  sums.decisions += 1;
  sums.degraded += row.degraded ? 1 : 0;
  sums.explored += row.explored ? 1 : 0;
  sums.withRejections += row.rejectedCount > 0 ? 1 : 0;
  sums.successSum += row.success;
  sums.priced += row.usd === null ? 0 : 1;
  sums.usdSum += row.usd ?? 0;
}

/** In the order of the table's key, the same for every writer: two that lock the same sums never wait for each other. */
export function inKeyOrder(sums: readonly DecisionGroupsTable[]): readonly DecisionGroupsTable[] {
  const keyOf = ({ dimension, value }: DecisionGroupsTable): string => `${dimension} ${value}`;
  return sums.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
