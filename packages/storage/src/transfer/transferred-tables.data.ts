// Every table that an installation keeps, each after those it refers to, with its primary key and, where the first schema
// did not have it, the version of the schema that brought it. `changes` is not among them: it holds what processes tell each other
// for a moment.
export const TRANSFERRED_TABLES = [
  ["instance", ["key"]],
  ["accounts", ["id"]],
  ["users", ["id"]],
  ["identities", ["issuer", "subject"]],
  ["memberships", ["account_id", "user_id"]],
  ["invites", ["id"]],
  ["browser_sessions", ["id"]],
  ["password_resets", ["token_hash"]],
  ["email_verifications", ["token_hash"], 10],
  ["second_factors", ["user_id"], 6],
  ["recovery_codes", ["user_id", "code_hash"], 6],
  ["passkeys", ["id"], 8],
  ["used_challenges", ["challenge_hash"], 8],
  ["api_keys", ["id"]],
  ["preferences", ["id"]],
  ["preference_versions", ["preference_id", "version"]],
  ["preference_drafts", ["account_id", "user_id", "preference_id"]],
  ["decision_parts", ["account_id", "digest"]],
  ["decisions", ["session_id"]],
  ["decision_hours", ["account_id", "hour_ms"]],
  ["decision_labels", ["account_id", "hour_ms", "label"]],
  ["decision_latencies", ["account_id", "hour_ms", "bucket"]],
  ["decision_groups", ["account_id", "dimension", "hour_ms", "value"], 4],
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
  ["experiments", ["account_id", "id"], 9],
  ["audit_log", ["id"]],
  ["audit_heads", ["account_id"], 11],
  ["model_overrides", ["account_id", "model_id"]],
  ["alerts", ["id"]],
  ["budgets", ["id"], 7],
  ["service_counts", ["hour_ms", "name", "bucket"], 7],
] as const satisfies readonly (readonly [table: string, key: readonly string[], since?: number])[];

export type TransferredTable = (typeof TRANSFERRED_TABLES)[number][0];

/** Those that a database of this schema has. */
export const tablesOf = (
  schemaVersion: number,
): readonly (readonly [TransferredTable, readonly string[]])[] =>
  TRANSFERRED_TABLES.filter(([, , since = 1]) => since <= schemaVersion).map(([table, key]) => [table, key]);
