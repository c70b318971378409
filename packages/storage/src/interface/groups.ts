import type { AccountScope } from "./common.ts";
import type { DecisionFilter } from "./decisions.ts";

/** The dimensions by which decisions can be grouped; each has sums of its own. */
export const GROUP_DIMENSIONS = [
  "label",
  "key",
  "preference",
  "version",
  "field",
  "language",
  "operation",
  "degraded",
  "cost",
  "feedback",
] as const;
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
  readonly degraded: number;
  readonly explored: number;
  /** Decisions in which at least one candidate was refused. */
  readonly decisionsWithRejections: number;
  /** Expected dollars of the picks whose price is known. */
  readonly usd: number;
  readonly pricedDecisions: number;
  /** Mean expected success of the picks; null without decisions. */
  readonly successMean: number | null;
  /** Reports about the picks themselves. */
  readonly judged: number;
  readonly predictedMean: number | null;
  readonly reportedMean: number | null;
}

export interface DecisionGroup extends GroupSums {
  /**
   * "" where the decision has none: no key, no preference, an operation that is not known. By cost: FROM-TO in dollars, TO
   * exclusive and absent for the highest, or "unknown"; by feedback: see FEEDBACK_KINDS.
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
  /** Most decisions first. Reads hourly sums only. */
  read(input: GroupsInput): Promise<readonly DecisionGroup[]>;
  /** The same of the decisions that a filter leaves. Sums know no filters, so a bounded number of the newest rows is read. */
  readFiltered(
    input: GroupsInput & { readonly filter: Omit<DecisionFilter, "accountId"> },
  ): Promise<FilteredGroups>;
}
