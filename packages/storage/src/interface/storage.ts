import type { AccountRepository, InstanceRepository } from "./accounts.ts";
import type { ApiKeyRepository } from "./api-keys.ts";
import type { BrowserSessionRepository, PasswordResetRepository } from "./browser-sessions.ts";
import type { DecisionRepository, DecisionRow } from "./decisions.ts";
import type { Dialect } from "./dialect.ts";
import type { FeedbackRepository, LatencyRepository } from "./feedback.ts";
import type { CustomRouterRepository, LearnedRepository, ReplayJobRepository } from "./learning.ts";
import type { OverviewRepository } from "./overview.ts";
import type { PreferenceRepository } from "./preferences.ts";
import type { AlertRepository, AuditRepository, ModelOverrideRepository } from "./records.ts";
import type { InviteRepository, MembershipRepository, UserRepository } from "./users.ts";

/** Everything that keeps and finds. The same members exist inside a transaction. */
export interface Repositories {
  readonly instance: InstanceRepository;
  readonly accounts: AccountRepository;
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly invites: InviteRepository;
  readonly browserSessions: BrowserSessionRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly preferences: PreferenceRepository;
  readonly decisions: DecisionRepository;
  readonly overview: OverviewRepository;
  readonly feedback: FeedbackRepository;
  readonly latency: LatencyRepository;
  readonly learned: LearnedRepository;
  readonly customRouters: CustomRouterRepository;
  readonly replayJobs: ReplayJobRepository;
  readonly audit: AuditRepository;
  readonly modelOverrides: ModelOverrideRepository;
  readonly alerts: AlertRepository;
}

export type InvalidationTopic =
  | "account"
  | "keys"
  | "members"
  | "preferences"
  | "learned"
  | "models"
  | "routers"
  /** Messages may have been missed: drop every cache. */
  | "all";

export interface Invalidation {
  readonly topic: InvalidationTopic;
  readonly accountId: string | null;
  /** Id of what changed: a key's SHA-256 for "keys", else the row's id. */
  readonly id: string | null;
}

export interface StorageOptions {
  /** `postgres://...`, a file path, `file:...` or `:memory:`. */
  readonly url: string;
  /** PostgreSQL connections of this process. @range 2..100, default 10 */
  readonly poolMax?: number | undefined;
  /** How long a statement may wait for a lock or a connection. @unit milliseconds, default 5,000 */
  readonly busyTimeoutMs?: number | undefined;
  /** How often a SQLite file is looked at for changes by other processes. @unit milliseconds, default 1,000; 0 = never */
  readonly changePollMs?: number | undefined;
  /** Faults of background work (lost connections). They are never secret and never hold prompt text. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

export interface Storage extends Repositories {
  readonly dialect: Dialect;
  readonly url: string;
  /** All or nothing. Work only with the repositories given; invalidations leave with the commit. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Called in this process as soon as a change is committed, and for changes by other replicas as they are heard of.
   * Returns the function that ends it.
   */
  onInvalidate(listener: (event: Invalidation) => void): () => void;
  /** Writes journal rows immediately, without the queue: all or nothing. The journal is the usual way in. */
  appendDecisions(rows: readonly DecisionRow[]): Promise<void>;
  /**
   * After deletions: leaves no copy of what was deleted in the files, as far as the database can. In short steps, so call it
   * now and then; a step that others are in the way of is left to the next call.
   */
  scrub(): Promise<void>;
  /** False while changes by other replicas may come late: what is kept in memory is then read again twice a second. */
  readonly hearsChanges: () => boolean;
  /** @throws dependency_unavailable when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}
