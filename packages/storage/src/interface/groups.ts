import type { AccountScope } from "./common.ts";
import type { DecisionFilter } from "./decisions.ts";

/** The dimensions by which decisions can be grouped; each has its own sums. */
export const GROUP_DIMENSIONS = [
  "label",
  "key",
  "preference",
  "version",
  "field",
  "language",
  "operation",
  "outcome",
  "cost",
  "feedback",
] as const;
/** The dimension with few values in which every decision is once: its sums are those of the account. */
export const WHOLE = "outcome" satisfies (typeof GROUP_DIMENSIONS)[number];
/** Kinds of reports about the pick: nothing, less than a half, a half or more. */
const FEEDBACK_KINDS = ["none", "bad", "good"] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** By the value of a tag; decisions without the tag are in no group. */
type TagDimension = `tag:${string}`;
export const tagDimension = (name: string): TagDimension => `tag:${name}`;

export type GroupDimension = (typeof GROUP_DIMENSIONS)[number] | TagDimension;

export interface GroupsInput extends AccountScope {
  readonly dimension: GroupDimension;
  /** Rounded down to the hour. */
  readonly fromMs: number;
  /** Exclusive, rounded up to the hour. */
  readonly toMs: number;
  /** Width of a bucket, whole hours. @range 1..8784 */
  readonly bucketHours: number;
}

export interface GroupSums {
  readonly decisions: number;
  /** Decisions without a pick: a rule or a limit left no candidate. */
  readonly refused: number;
  readonly degraded: number;
  readonly explored: number;
  /** Decisions in which at least one candidate was refused. */
  readonly decisionsWithRejections: number;
  /** Expected dollars of the picks whose price is known. */
  readonly usd: number;
  readonly pricedDecisions: number;
  /** Mean expected success of the picks; null without picks. */
  readonly successMean: number | null;
  /** Reports about the picks themselves. */
  readonly judged: number;
  readonly predictedMean: number | null;
  readonly reportedMean: number | null;
  readonly billed: Billed;
}

/** The bills of decisions that were reported, beside what the same decisions were expected to cost. */
export interface Billed {
  /** Decisions whose dollars were reported and whose expected dollars are known. */
  readonly decisions: number;
  readonly usd: number;
  readonly expectedUsd: number;
  /** Decisions whose report has the dollars of the model that the caller named, too. */
  readonly compared: number;
  readonly comparedUsd: number;
  readonly namedUsd: number;
}

export interface DecisionGroup extends GroupSums {
  /**
   * "" where the decision has none: no key, no preference, an operation that is not known. By cost: FROM-TO in dollars, TO
   * exclusive and absent for the highest, or "unknown"; by outcome: picked, degraded or refused; by feedback: see FEEDBACK_KINDS.
   */
  readonly value: string;
  /** The last hour with a decision. */
  readonly lastHourMs: number;
  readonly buckets: readonly (GroupSums & { readonly startMs: number })[];
}

export interface FilteredGroups {
  readonly groups: readonly DecisionGroup[];
  /** Only decisions from here on were counted; null when all of the span were. */
  readonly countedFromMs: number | null;
}

/** A name of tags, and its most frequent values. */
export interface UsedTag {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly decisions: number }[];
}

export interface GroupRepository {
  /** Names of tags in order, at most 100, with their most frequent values since a moment. Reads hourly sums only. */
  readTags(
    input: AccountScope & { readonly fromMs: number; readonly valuesMax: number },
  ): Promise<readonly UsedTag[]>;
  /** All decisions of the account, as one group. Reads hourly sums only. */
  total(input: Omit<GroupsInput, "dimension">): Promise<DecisionGroup>;
  /** Most decisions first. Reads hourly sums only. */
  read(input: GroupsInput): Promise<readonly DecisionGroup[]>;
  /** The same of the decisions that a filter leaves. Sums know no filters, so a bounded number of the newest rows is read. */
  readFiltered(
    input: GroupsInput & { readonly filter: Omit<DecisionFilter, "accountId"> },
  ): Promise<FilteredGroups>;
}
