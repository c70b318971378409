import type { AccountScope } from "./common.ts";

export interface OverviewInput extends AccountScope {
  /** Rounded down to the hour. */
  readonly fromMs: number;
  /** Exclusive, rounded up to the hour. */
  readonly toMs: number;
  /** Width of a bucket, whole hours. @range 1..8784 */
  readonly bucketHours: number;
}

export interface OverviewModel {
  readonly label: string;
  readonly decisions: number;
  readonly usd: number;
  readonly pricedDecisions: number;
  readonly successMean: number | null;
  /** By bucket, for the stacked chart: pairs of bucket start and decisions. */
  readonly byBucket: readonly (readonly [startMs: number, decisions: number])[];
}

/** One way of not routing, over those decisions in which it was possible and both prices were known. */
export interface OverviewBaseline {
  readonly label: string;
  readonly decisions: number;
  readonly usd: number;
  readonly successMean: number | null;
  /** The picks of the same decisions. */
  readonly routedUsd: number;
  readonly routedSuccessMean: number | null;
}

export interface OverviewLatency {
  readonly count: number;
  /** Upper edges of buckets 9 % wide. @unit microseconds; null without decisions */
  readonly p50Us: number | null;
  readonly p90Us: number | null;
  readonly p95Us: number | null;
  readonly p99Us: number | null;
}

export interface OverviewFeedback {
  readonly count: number;
  readonly predictedMean: number | null;
  readonly reportedMean: number | null;
}

export interface Overview {
  /** Most picked first. */
  readonly models: readonly OverviewModel[];
  /** Every label that was ever offered in the window, most offered first: "one fixed model". */
  readonly fixed: readonly OverviewBaseline[];
  readonly latency: OverviewLatency;
  readonly feedback: OverviewFeedback & { readonly brier: number | null };
  /** Figures of the buckets whose decisions were reported on, in the order of time. */
  readonly feedbackBuckets: readonly (OverviewFeedback & { readonly startMs: number })[];
}

export interface OverviewRepository {
  /** Reads hourly sums only: its cost depends on the window, never on the size of the journal. */
  read(input: OverviewInput): Promise<Overview>;
  /** Forgets hourly sums that are older. */
  purge(input: AccountScope & { readonly beforeMs: number }): Promise<void>;
}

export interface SavingsInput extends AccountScope {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Width of a bucket, whole hours. */
  readonly bucketHours: number;
}

/** Both ways over the same decisions: those that offered the label, with both prices known. */
export interface SavingsBucket {
  readonly startMs: number;
  readonly decisions: number;
  readonly usd: number;
  readonly routedUsd: number;
}

export interface SavingsRepository {
  /**
   * "Always this label", for each of at most 200, in the order of time; buckets without a comparable decision are left out.
   * Reads hourly sums once, whatever the number of labels.
   */
  read(
    input: SavingsInput & { readonly labels: readonly string[] },
  ): Promise<ReadonlyMap<string, readonly SavingsBucket[]>>;
}
