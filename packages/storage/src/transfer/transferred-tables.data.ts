// Every table that an installation keeps, each after those it refers to, with its primary key and, where a later migration brought
// it, the number of that migration. `changes` is not among them: it holds what processes tell each other for a moment.
const TRANSFERRED_TABLES = [
  ["instance", ["key"]],
  ["accounts", ["id"]],
  ["users", ["id"]],
  ["identities", ["issuer", "subject"]],
  ["memberships", ["account_id", "user_id"]],
  ["invites", ["id"]],
  ["browser_sessions", ["id"]],
  ["password_resets", ["token_hash"]],
  ["email_verifications", ["token_hash"]],
  ["second_factors", ["user_id"]],
  ["recovery_codes", ["user_id", "code_hash"]],
  ["passkeys", ["id"]],
  ["used_challenges", ["challenge_hash"]],
  ["api_keys", ["id"]],
  ["preferences", ["id"]],
  ["preference_versions", ["preference_id", "version"]],
  ["preference_drafts", ["account_id", "user_id", "preference_id"]],
  ["decision_parts", ["account_id", "digest"]],
  ["decisions", ["session_id"]],
  ["decision_hours", ["account_id", "hour_ms"]],
  ["decision_labels", ["account_id", "hour_ms", "label"]],
  ["decision_latencies", ["account_id", "hour_ms", "bucket"]],
  ["decision_groups", ["account_id", "dimension", "hour_ms", "value"]],
  ["feedback", ["session_id", "label"]],
  ["feedback_revisions", ["session_id", "label", "revision"]],
  ["feedback_hours", ["account_id", "hour_ms", "label", "field"]],
  ["reported_hours", ["account_id", "hour_ms", "model"]],
  ["latencies", ["account_id", "model_key"]],
  ["learned_snapshots", ["account_id", "kind", "version"]],
  ["learned_current", ["account_id", "kind"]],
  ["custom_routers", ["id"]],
  ["router_files", ["router_id", "kind", "part"]],
  ["replay_jobs", ["id"]],
  ["experiments", ["account_id", "id"]],
  ["audit_log", ["id"]],
  ["audit_heads", ["account_id"]],
  ["model_overrides", ["account_id", "model_id"]],
  ["alerts", ["id"]],
  ["budgets", ["id"]],
  ["service_counts", ["hour_ms", "name", "bucket"]],
] as const satisfies readonly (readonly [table: string, key: readonly string[], since?: number])[];

export type TransferredTable = (typeof TRANSFERRED_TABLES)[number][0];

const WITH_MIGRATION: readonly (readonly [TransferredTable, readonly string[], since?: number])[] =
  TRANSFERRED_TABLES;

/** Those that a database of this schema has. */
export const tablesOf = (
  schemaVersion: number,
): readonly (readonly [TransferredTable, readonly string[]])[] =>
  WITH_MIGRATION.filter(([, , since = 1]) => since <= schemaVersion).map(([table, key]) => [table, key]);
