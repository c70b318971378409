import type { OverviewLatency } from "./overview.ts";

/** Names of the counts of requests to the whole service, of whichever account. */
export type ServiceCountName = "requests" | "errors" | "shed" | "limited";

export interface ServiceCount {
  /** Start of an hour. */
  readonly hourMs: number;
  /** "latency" counts decisions by bucket. */
  readonly name: ServiceCountName | "latency";
  /** 0 but for latencies. */
  readonly bucket: number;
  readonly count: number;
}

export interface ServiceWindow {
  /** Whole hours. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Width of a bucket, whole hours. */
  readonly bucketHours: number;
}

export interface ServiceSums extends Readonly<Record<ServiceCountName, number>> {
  /** Whole requests for a decision. */
  readonly latency: OverviewLatency;
}

export interface ServiceSpan {
  readonly total: ServiceSums;
  /** Sums of the buckets with requests, in the order of time. */
  readonly buckets: readonly (ServiceSums & { readonly startMs: number })[];
}

export interface ServiceCountRepository {
  /** Adds to what other replicas have written. */
  add(counts: readonly ServiceCount[]): Promise<void>;
  read(window: ServiceWindow): Promise<ServiceSpan>;
  purge(input: { readonly beforeMs: number }): Promise<number>;
}
