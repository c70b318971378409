import type { AccountScope } from "./common.ts";

/** What not routing is compared with: the cheapest or the best of each decision, or one label. */
export type SavingsBaseline =
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

/** What callers reported of decisions of a span, by the model that they named; "" where they named none. */
export interface ReportedDollars {
  readonly model: string;
  /** Reports with any usage. */
  readonly reports: number;
  /** Reports with dollars. */
  readonly priced: number;
  readonly usd: number;
  /** Reports with dollars of the call and of the named model. */
  readonly compared: number;
  /** Of the calls that are compared. */
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
