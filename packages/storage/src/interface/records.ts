import type { AccountScope, Actor, JsonObject, Page, PageInput } from "./common.ts";
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

export interface AuditEntry {
  readonly id: string;
  readonly accountId: string;
  readonly atMs: number;
  readonly actor: Actor;
  /** `entity.verb`, e.g. "key.revoke". */
  readonly action: string;
  readonly targetId: string | null;
  /** Never a secret, never prompt text. */
  readonly details: JsonObject;
  readonly ip: string | null;
}

export interface AuditRepository {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(
    input: AccountScope &
      PageInput & {
        readonly action?: string | undefined;
        /** False leaves out who signed in. */
        readonly signIns?: boolean | undefined;
        readonly targetId?: string | undefined;
        readonly actorId?: string | undefined;
        readonly fromMs?: number | undefined;
        /** Not included. */
        readonly toMs?: number | undefined;
      },
  ): Promise<Page<AuditEntry>>;
  /** Deletes the oldest entries before the time, at most `limit`. Returns how many. */
  deleteBefore(input: AccountScope & { readonly beforeMs: number; readonly limit: number }): Promise<number>;
}

export interface ModelOverride {
  readonly accountId: string;
  /** Canonical id, or the id of a model of their own. */
  readonly modelId: string;
  /** The fields of ModelFacts that it replaces. */
  readonly facts: JsonObject;
  readonly updatedAtMs: number;
  readonly updatedBy: string | null;
}

export interface ModelOverrideRepository {
  put(override: ModelOverride): Promise<void>;
  find(input: AccountScope & { readonly modelId: string }): Promise<ModelOverride | undefined>;
  list(input: AccountScope): Promise<readonly ModelOverride[]>;
  delete(input: AccountScope & { readonly modelId: string }): Promise<boolean>;
}

export interface Alert {
  readonly id: string;
  readonly accountId: string;
  /** The thing that broke, e.g. "calibration". */
  readonly kind: string;
  /** The subject of the alert: a label, a field; one open alert per kind and subject. */
  readonly subject: string;
  readonly severity: "info" | "warning" | "critical";
  readonly details: JsonObject;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
  readonly resolvedAtMs: number | null;
  readonly acknowledgedAtMs: number | null;
  /** Until then nothing of this kind and subject is reported, not even when it opens again. */
  readonly mutedUntilMs: number | null;
  /** Who acknowledged or muted it last. */
  readonly handledBy: string | null;
  readonly note: string | null;
}

type Opened = "id" | "accountId" | "kind" | "subject" | "severity" | "details" | "openedAtMs";

export interface AlertHandling extends AccountScope {
  readonly id: string;
  readonly acknowledgedAtMs?: number | null | undefined;
  readonly mutedUntilMs?: number | null | undefined;
  readonly handledBy: string;
  readonly note?: string | null | undefined;
}

export interface AlertRepository {
  /**
   * Opens it, or refreshes the open one of the same kind and subject; `isNew` tells which. What is muted stays so when it
   * opens again.
   */
  open(input: Pick<Alert, Opened>): Promise<{ readonly alert: Alert; readonly isNew: boolean }>;
  /** The alert that was open; undefined when none was. */
  resolve(
    input: AccountScope & { readonly kind: string; readonly subject: string; readonly atMs: number },
  ): Promise<Alert | undefined>;
  /** Acknowledges or mutes; undefined for an unknown id. */
  handle(input: AlertHandling): Promise<Alert | undefined>;
  /** Newest first. */
  list(input: AccountScope & PageInput & { readonly openOnly?: boolean | undefined }): Promise<Page<Alert>>;
}
