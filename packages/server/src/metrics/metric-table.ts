// Every metric of the service beside those of the Node process: the one list that /metrics, its documentation, the alert rules
// and the Grafana dashboard are made from.

export interface Metric {
  readonly name: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Labels have few values: operations, classes of status, tasks, fields, kinds of alert; never a model, an account or a text. */
  readonly labels?: readonly string[];
}

const counter = (name: string, help: string, labels: readonly string[] = []): Metric => ({
  name: `signalbox_${name}_total`,
  kind: "counter",
  help,
  labels,
});

const gauge = (name: string, help: string): Metric => ({ name: `signalbox_${name}`, kind: "gauge", help });

/** Durations are in seconds. */
const seconds = (name: string, help: string, labels: readonly string[] = []): Metric => ({
  name: `signalbox_${name}_seconds`,
  kind: "histogram",
  help,
  labels,
});

export const METRICS = {
  decisions: counter("decisions", "Decisions that were answered."),
  asked: counter(
    "decisions_asked",
    "Decisions by what was asked: the task and the field, as they were read.",
    ["task", "field"],
  ),
  refused: counter("decisions_refused", "Requests that rules or limits left without a candidate."),
  degraded: counter("decisions_degraded", "Decisions marked as degraded."),
  alerts: counter("alerts", "Alerts that were opened, by kind.", ["kind"]),
  decide: seconds("decide", "From the parsed body to the decision."),
  journal: seconds("journal", "From the finished decision to its commit."),
  requests: seconds("http_request", "Whole requests by operation and class of status.", [
    "operation",
    "status",
  ]),
  queuedRows: gauge("journal_queued_rows", "Decisions waiting for their commit."),
  committedRows: gauge("journal_committed_rows", "Decisions committed since the start."),
  failedRows: gauge("journal_failed_rows", "Decisions whose commit failed."),
  spooling: gauge(
    "journal_spooling",
    "1 while the database is away and decisions are kept on the local disk.",
  ),
  spooledRows: gauge("journal_spooled_rows", "Decisions kept on the local disk since the start."),
  replayedRows: gauge("journal_replayed_rows", "Decisions committed from the local disk since the start."),
  droppedRows: gauge(
    "journal_dropped_rows",
    "Decisions of the local disk that were there already or whose account is gone.",
  ),
  inFlight: gauge("requests_in_flight", "Requests being worked on."),
  waitingTurns: gauge("requests_waiting_turn", "Requests waiting for their account's turn."),
  refusedShares: gauge(
    "requests_over_share",
    "Requests refused since the start because their account had its share in flight.",
  ),
  limitsApproximate: gauge(
    "rate_limits_approximate",
    "1 while the shared counter of rate limits is away and this replica counts by itself.",
  ),
  limitsApproximated: gauge(
    "rate_limits_approximated_requests",
    "Requests counted by this replica alone since the start because the shared counter was away.",
  ),
  memoryShare: gauge(
    "memory_share",
    "Of the heap's limit or of the memory that the process may have, whichever is fuller; 0 to 1.",
  ),
  memoryShort: gauge("memory_short", "1 while memory runs out and large requests are refused."),
  factsDays: gauge("catalogue_facts_age_days", "Days since the facts about models were read."),
  pricesDays: gauge("catalogue_prices_age_days", "Days since their prices were read."),
  clockJumps: gauge("clock_jumps", "How often the machine's clock jumped since the start."),
  damagedPages: gauge("database_damaged", "1 where pages of the embedded database are damaged."),
  logDropped: counter("log_dropped", "Lines that the log did not take: it is full, gone or too slow."),
} as const satisfies Readonly<Record<string, Metric>>;
