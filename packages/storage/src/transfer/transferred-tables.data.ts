// Every table that an installation keeps, each after those it refers to, with its primary key. `changes` is missing: its
// messages between processes live for a moment.
/** The first and the last schema version that has the table; by default the first and the newest. */
interface Schemas {
  readonly since?: number;
  readonly until?: number;
}
type Entry<Name = string> = readonly [table: Name, key: readonly string[], schemas?: Schemas];

const TRANSFERRED_TABLES = [
  ["instance", ["key"]],
  ["accounts", ["id"]],
  ["users", ["id"]],
  ["identities", ["issuer", "subject"]],
  ["memberships", ["account_id", "user_id"]],
  ["invites", ["id"]],
  ["browser_sessions", ["id"]],
  ["password_resets", ["token_hash"]],
  ["email_verifications", ["token_hash"], { until: 3 }],
  ["second_factors", ["user_id"]],
  ["recovery_codes", ["user_id", "code_hash"]],
  ["passkeys", ["id"], { until: 1 }],
  ["used_challenges", ["challenge_hash"], { until: 1 }],
  ["api_keys", ["id"]],
  ["preferences", ["id"]],
  ["preference_versions", ["preference_id", "version"]],
  ["preference_drafts", ["account_id", "user_id", "preference_id"]],
  ["decision_parts", ["account_id", "digest"]],
  ["decisions", ["session_id"]],
  ["decision_hours", ["account_id", "hour_ms"], { until: 5 }],
  ["decision_labels", ["account_id", "hour_ms", "label"]],
  ["decision_latencies", ["account_id", "hour_ms", "bucket"]],
  ["decision_groups", ["account_id", "dimension", "hour_ms", "value"]],
  ["feedback", ["session_id", "label"]],
  ["feedback_revisions", ["session_id", "label", "revision"]],
  ["feedback_hours", ["account_id", "hour_ms", "label", "field"]],
  ["reported_hours", ["account_id", "hour_ms", "model"], { until: 5 }],
  ["latencies", ["account_id", "model_key"]],
  ["learned_snapshots", ["account_id", "kind", "version"]],
  ["learned_current", ["account_id", "kind"]],
  ["custom_routers", ["id"]],
  ["router_files", ["router_id", "kind", "part"]],
  ["replay_jobs", ["id"]],
  ["experiments", ["account_id", "id"]],
  ["audit_log", ["id"]],
  ["audit_heads", ["account_id"], { until: 4 }],
  ["model_overrides", ["account_id", "model_id"]],
  ["alerts", ["id"]],
  ["budgets", ["id"], { until: 2 }],
  ["service_counts", ["hour_ms", "name", "bucket"]],
] as const satisfies readonly Entry[];

export type TransferredTable = (typeof TRANSFERRED_TABLES)[number][0];

const ENTRIES: readonly Entry<TransferredTable>[] = TRANSFERRED_TABLES;

/** Those that a database of this schema has. */
export const tablesOf = (schemaVersion: number): readonly Entry<TransferredTable>[] =>
  ENTRIES.filter(
    ([, , { since = 1, until = schemaVersion } = {}]) => since <= schemaVersion && schemaVersion <= until,
  );
