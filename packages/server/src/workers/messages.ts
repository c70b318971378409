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

/** One request of a key or of an account. */
export interface TokenAsked {
  readonly owner: string;
  readonly perMinute: number;
}

export type FromWorker =
  | { readonly kind: "ready"; readonly announcement: Announcement }
  /** Somebody scrapes this worker. */
  | { readonly kind: "sums wanted"; readonly id: number }
  | { readonly kind: "token wanted"; readonly id: number; readonly bucket: TokenAsked }
  | { readonly kind: "metrics"; readonly round: number; readonly metrics: WorkerMetrics };

export type ToWorker =
  | { readonly kind: "sums"; readonly id: number; readonly text: string }
  /** @property waitMs until there is a token; 0 when one was taken */
  | { readonly kind: "token"; readonly id: number; readonly waitMs: number }
  | { readonly kind: "metrics wanted"; readonly round: number };
