import type { AccountScope } from "./common.ts";

/** What decisions can be grouped by; each has sums of its own. */
export const GROUP_DIMENSIONS = [
  "label",
  "key",
  "preference",
  "version",
  "field",
  "language",
  "operation",
] as const;
export type GroupDimension = (typeof GROUP_DIMENSIONS)[number];

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
  /** "" where the decision has none: no key, no preference, an operation that is not known. */
  readonly value: string;
  /** The last hour with a decision. */
  readonly lastHourMs: number;
  readonly buckets: readonly (GroupSums & { readonly startMs: number })[];
}

export interface GroupRepository {
  /** Most decisions first. Reads hourly sums only. */
  read(input: GroupsInput): Promise<readonly DecisionGroup[]>;
}
