// What the processes of one service say to each other.
import type { MetricObjectWithValues, MetricValue } from "prom-client";

/** What there is to announce about a service that listens. */
export interface Announcement {
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  /** Present on the very first start only. */
  readonly firstStart: { readonly key: string; readonly claimToken: string } | undefined;
  readonly artefactVersion: string;
}

export type WorkerMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

export type FromWorker =
  | { readonly kind: "ready"; readonly announcement: Announcement }
  /** Somebody scrapes this worker. */
  | { readonly kind: "sums wanted"; readonly id: number }
  | { readonly kind: "metrics"; readonly round: number; readonly metrics: WorkerMetrics };

export type ToWorker =
  | { readonly kind: "sums"; readonly id: number; readonly text: string }
  | { readonly kind: "metrics wanted"; readonly round: number };
