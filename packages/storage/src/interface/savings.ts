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

export interface SavingsRepository {
  /** In the order of time; buckets without a comparable decision are left out. */
  read(input: SavingsInput & { readonly baseline: SavingsBaseline }): Promise<readonly SavingsBucket[]>;
  /** The same for each of several labels. */
  readLabels(
    input: SavingsInput & { readonly labels: readonly string[] },
  ): Promise<ReadonlyMap<string, readonly SavingsBucket[]>>;
}
