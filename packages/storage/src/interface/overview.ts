import type { AccountScope } from "./common.ts";

export interface OverviewInput extends AccountScope {
  /** Rounded down to the hour. */
  readonly fromMs: number;
  /** Exclusive, rounded up to the hour. */
  readonly toMs: number;
  /** Width of a bucket, whole hours. @range 1..8784 */
  readonly bucketHours: number;
}

export interface OverviewTotals {
  readonly decisions: number;
  readonly degraded: number;
  readonly explored: number;
  /** Candidates refused by a filter, summed over decisions. */
  readonly rejectedCandidates: number;
  /** Decisions in which at least one candidate was refused. */
  readonly decisionsWithRejections: number;
  /** Expected dollars of the picks whose price is known. */
  readonly usd: number;
  readonly pricedDecisions: number;
  /** Mean expected success of the picks; null without decisions. */
  readonly successMean: number | null;
}

export interface OverviewBucket extends OverviewTotals {
  readonly startMs: number;
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
  readonly totals: OverviewTotals;
  readonly buckets: readonly OverviewBucket[];
  /** Most picked first. */
  readonly models: readonly OverviewModel[];
  /** Every label that was ever offered in the window, most offered first: "one fixed model". */
  readonly fixed: readonly OverviewBaseline[];
  /** The cheapest eligible candidate of each decision. */
  readonly cheapest: OverviewBaseline;
  /** The eligible candidate with the best expected success of each decision. */
  readonly best: OverviewBaseline;
  readonly latency: OverviewLatency;
  readonly feedback: OverviewFeedback & { readonly brier: number | null };
  /** Figures of the buckets whose decisions were reported on, in the order of time. */
  readonly feedbackBuckets: readonly (OverviewFeedback & { readonly startMs: number })[];
}

export interface OverviewRepository {
  /** Reads hourly sums only: its cost depends on the window, never on the size of the journal. */
  read(input: OverviewInput): Promise<Overview>;
  /** Forgets hourly sums that are older. Returns how many hours went. */
  purge(input: AccountScope & { readonly beforeMs: number }): Promise<number>;
}

/** The ways of not routing to compare with: the cheapest or the best of each decision, or one label. */
type SavingsBaseline =
  | { readonly kind: "cheapest" | "best" }
  | { readonly kind: "label"; readonly label: string };

export interface SavingsInput extends AccountScope {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Width of a bucket, whole hours. */
  readonly bucketHours: number;
}

/** Both ways over the same decisions: those that offered the baseline, with both prices known. */
export interface SavingsBucket {
  readonly startMs: number;
  readonly decisions: number;
  readonly usd: number;
  readonly routedUsd: number;
}

/** The dollars that callers reported of decisions of a span, by the model that they named; "" where they named none. */
export interface ReportedDollars {
  readonly model: string;
  /** Reports with any usage. */
  readonly reports: number;
  /** Reports with dollars. */
  readonly priced: number;
  readonly usd: number;
  /** Reports with dollars of the call and of the named model. */
  readonly compared: number;
  /** Dollars of the calls that are compared. */
  readonly routedUsd: number;
  readonly baselineUsd: number;
}

export interface SavingsRepository {
  /** Reported dollars beside those of the models that the callers named, in the order of time. */
  readReported(input: SavingsInput): Promise<readonly SavingsBucket[]>;
  /** The most reports first, at most 50 models; the rest stands together under "…". */
  reportedByModel(input: SavingsInput): Promise<readonly ReportedDollars[]>;
  /** In the order of time; buckets without a comparable decision are left out. */
  read(input: SavingsInput & { readonly baseline: SavingsBaseline }): Promise<readonly SavingsBucket[]>;
  /** The same for each of several labels. */
  readLabels(
    input: SavingsInput & { readonly labels: readonly string[] },
  ): Promise<ReadonlyMap<string, readonly SavingsBucket[]>>;
}
