import type { AccountScope, JsonObject, Page, PageInput } from "./common.ts";

/** The lessons that an account has learned, immutable. `kind` names the learner ("online", "router:ID"). */
interface LearnedSnapshot {
  readonly accountId: string;
  readonly kind: string;
  readonly version: string;
  readonly parentVersion: string | null;
  readonly meta: JsonObject;
  readonly createdAtMs: number;
}

export interface LearnedSnapshotWithBlob extends LearnedSnapshot {
  readonly blob: Uint8Array;
}

export type LearnedRef = AccountScope & { readonly kind: string; readonly version: string };

export interface LearnedRepository {
  /** Writes a snapshot without making it current. @throws conflict when the version exists */
  create(snapshot: LearnedSnapshotWithBlob): Promise<void>;
  find(input: LearnedRef): Promise<LearnedSnapshotWithBlob | undefined>;
  findCurrent(input: AccountScope & { readonly kind: string }): Promise<LearnedSnapshotWithBlob | undefined>;
  /** Version of the current snapshot without its blob. */
  findCurrentVersion(input: AccountScope & { readonly kind: string }): Promise<string | undefined>;
  /**
   * Points to a snapshot and tells all replicas. With `expectedVersion` (null = none yet) it returns false when
   * another writer was quicker.
   */
  setCurrent(input: LearnedRef & { readonly expectedVersion?: string | null | undefined }): Promise<boolean>;
  /** Back to the shipped model: no current snapshot. */
  clearCurrent(input: AccountScope & { readonly kind: string }): Promise<boolean>;
  /** Newest first, without blobs. */
  list(input: AccountScope & PageInput & { readonly kind: string }): Promise<Page<LearnedSnapshot>>;
  /** Keeps the newest `keep` and the current one. */
  prune(input: AccountScope & { readonly kind: string; readonly keep: number }): Promise<number>;
}

/** "uploading" is not yet in the queue: its file is still on its way. */
export type JobState = "uploading" | "queued" | "running" | "done" | "failed" | "cancelled";

/** Long work that survives a crash: a lease that is not renewed falls back to the queue. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly state: JobState;
  /** @range 0..1 */
  readonly progress: number;
  /** In words: what it is doing now. */
  readonly stage: string;
  readonly params: JsonObject;
  readonly report: JsonObject | null;
  /** In words, for people; null unless it failed. */
  readonly error: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly leaseExpiresAtMs: number | null;
  /** How often it was started. */
  readonly attempts: number;
}

export type JobRef = AccountScope & { readonly id: string };

interface JobClaim {
  readonly workerId: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

interface JobProgress extends JobRef {
  readonly workerId: string;
  readonly progress: number;
  readonly stage: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

export interface JobEnd extends JobRef {
  readonly workerId: string;
  readonly nowMs: number;
  readonly report?: JsonObject | undefined;
  readonly error?: string | undefined;
}

/** Methods that both kinds of jobs have. */
export interface JobRepository<T extends Job, New> {
  create(job: New): Promise<T>;
  find(input: JobRef): Promise<T | undefined>;
  /** Newest first. */
  list(input: AccountScope & PageInput): Promise<Page<T>>;
  /** The oldest queued job, or one whose lease ran out, of the account whose last one was worked on longest ago; given to exactly one worker. It crosses accounts. */
  claim(input: JobClaim): Promise<T | undefined>;
  /** Renews the lease. False when the job was cancelled or given to another worker: stop working. */
  reportProgress(input: JobProgress): Promise<boolean>;
  /** Ends it as done, or as failed when `error` is given; the report of an earlier run then stays. False as above. */
  finish(input: JobEnd): Promise<boolean>;
  /** False when it had ended already. */
  cancel(input: JobRef & { readonly nowMs: number }): Promise<boolean>;
  delete(input: JobRef): Promise<boolean>;
}

export interface NewJob extends AccountScope {
  readonly id: string;
  readonly params: JsonObject;
  readonly createdAtMs: number;
}

export interface CustomRouter extends Job {
  readonly name: string;
  /** The preference that it was trained for or last switched on in, whose policy tells whether it still is; null for none. */
  readonly preferenceId: string | null;
  /** The facts about the uploaded file: name, bytes, rows, models, checks, the rows kept of it. */
  readonly upload: JsonObject;
  readonly hasArtefact: boolean;
}

export interface NewCustomRouter extends NewJob {
  readonly name: string;
  readonly preferenceId?: string | null | undefined;
  readonly upload: JsonObject;
  /** Starts outside the queue until `enqueue`. */
  readonly isUploading?: boolean | undefined;
}

/** The file as it was uploaded, or the rows that are kept of it. */
export type EvidenceKind = "upload" | "rows";

type EvidenceRef = JobRef & { readonly kind: EvidenceKind };

export interface CustomRouterRepository extends JobRepository<CustomRouter, NewCustomRouter> {
  update(
    input: JobRef & {
      readonly name?: string | undefined;
      readonly preferenceId?: string | null | undefined;
      readonly upload?: JsonObject | undefined;
      readonly nowMs: number;
    },
  ): Promise<CustomRouter | undefined>;
  /** From uploading to queued, with the facts that arrived with the file. False when it was not uploading. */
  enqueue(
    input: JobRef &
      Pick<CustomRouter, "name" | "preferenceId" | "upload" | "params"> & { readonly nowMs: number },
  ): Promise<boolean>;
  /** The uploaded file in pieces, at most 4 MiB each, so that any replica can train it after a crash. */
  putUploadPart(input: JobRef & { readonly part: number; readonly bytes: Uint8Array }): Promise<boolean>;
  /** The evidence of a router in pieces. */
  streamEvidence(input: EvidenceRef): AsyncIterable<Uint8Array>;
  /** Returns how many pieces went. */
  deleteEvidence(input: EvidenceRef): Promise<number>;
  /**
   * Across accounts: uploads of trainings that have ended, and those that stopped coming in before a time, whose jobs fail.
   * Returns how many parts went.
   */
  purgeUploads(input: { readonly staleBeforeMs: number; readonly nowMs: number }): Promise<number>;
  /**
   * The rows that a router was trained from, so that it can be trained again, in place of any before; at most 4 MiB a part. What
   * `upload` says of them is written with them. False unless this worker is training it.
   */
  putRows(
    input: JobRef & {
      readonly workerId: string;
      readonly parts: readonly Uint8Array[];
      readonly upload: JsonObject;
    },
  ): Promise<boolean>;
  /** A training that has ended back to the queue, with other wishes. False when it has not ended. */
  requeue(input: JobRef & { readonly params: JsonObject; readonly nowMs: number }): Promise<boolean>;
  putArtefact(input: JobRef & { readonly blob: Uint8Array }): Promise<boolean>;
  findArtefact(input: JobRef): Promise<Uint8Array | undefined>;
}

export interface ReplayJobRepository extends JobRepository<Job, NewJob> {
  /** Keeps the newest `keep` of those that have ended, and all that have not. Returns how many went. */
  prune(input: AccountScope & { readonly keep: number }): Promise<number>;
}
