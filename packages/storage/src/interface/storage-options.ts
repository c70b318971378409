// Options of a storage besides its repositories: how it is opened, and which changes it tells of.

type InvalidationTopic =
  | "account"
  | "keys"
  | "members"
  | "preferences"
  | "learned"
  | "models"
  | "routers"
  /** Decisions were deleted: forget their conversations too. */
  | "erased"
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
  /** How long PostgreSQL may work on one statement, migrations excepted. @unit milliseconds, default 0 = no limit */
  readonly statementTimeoutMs?: number | undefined;
  /** How often a SQLite file is looked at for changes by other processes. @unit milliseconds, default 1,000; 0 = never */
  readonly changePollMs?: number | undefined;
  /** Faults of background work (lost connections). They are never secret and never hold prompt text. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}
