// When an operator should be called, and what to do then. The Prometheus rules and the runbook are generated from this list.

export interface AlertRule {
  readonly name: string;
  readonly severity: "page" | "ticket";
  /** PromQL; true while something is wrong. */
  readonly expression: string;
  /** How long it must hold. @unit minutes */
  readonly minutes: number;
  readonly summary: string;
  /** The effect that users see. */
  readonly effect: string;
  /** Steps to check and take, in order. */
  readonly steps: readonly string[];
}

export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: "SignalboxDown",
    severity: "page",
    expression: 'up{job="signalbox"} == 0',
    minutes: 1,
    summary: "A replica of Signalbox does not answer.",
    effect: "Its callers go to other replicas, or to their own fallback model.",
    steps: [
      "Read the end of its log for the reason. Exit code 0: stopped on request; 1: fault; 2: wrong setting.",
      "Run `signalbox doctor` with the same settings.",
      "Restart it. No answered decision is lost.",
    ],
  },
  {
    name: "SignalboxErrors",
    severity: "page",
    expression:
      'sum by (instance) (rate(signalbox_http_request_seconds_count{status="5xx"}[5m])) > 0.01 * sum by (instance) (rate(signalbox_http_request_seconds_count[5m]))',
    minutes: 5,
    summary: "More than 1 % of requests fail with a 5xx status.",
    effect: "Callers with a fallback use it; callers without one fail.",
    steps: [
      "Check /readyz: it shows whether the database answers.",
      "For 503 with `retry-after` (load shedding) see SignalboxJournalBehind and SignalboxSaturated.",
      "The log has other faults, with request id, type, code and frames.",
    ],
  },
  {
    name: "SignalboxJournalFailing",
    severity: "page",
    expression: "increase(signalbox_journal_failed_rows[5m]) > 0",
    minutes: 0,
    summary: "Decisions could not be written to the database.",
    effect: "Their requests got 503. No answered decision is lost.",
    steps: [
      "Check space and permissions of the data directory, or the log of the database.",
      "Run `signalbox doctor`.",
      "The journal resumes once the database accepts rows.",
    ],
  },
  {
    name: "SignalboxJournalBehind",
    severity: "ticket",
    expression: "signalbox_journal_queued_rows > 1000",
    minutes: 5,
    summary: "More than 1,000 decisions wait for their commit.",
    effect: "Answers take longer; beyond `limits.journalQueueMax` requests get 503.",
    steps: [
      "Compare signalbox_journal_seconds with an hour ago to find a slow disk or database.",
      "On a slow disk, `storage.journalWait=handed-over` answers before the commit; a kill then loses the last decisions.",
      "If the load has grown, move to PostgreSQL or add replicas.",
    ],
  },
  {
    name: "SignalboxSaturated",
    severity: "ticket",
    expression: "rate(signalbox_process_cpu_seconds_total[5m]) > 0.9",
    minutes: 10,
    summary: "A replica uses more than 90 % of one core.",
    effect: "Latency rises; requests beyond `limits.inFlightMax` get 503.",
    steps: [
      "Add a replica: one process uses one core for decisions.",
      "If one account sends most requests, limit its keys.",
    ],
  },
  {
    name: "SignalboxSlow",
    severity: "ticket",
    expression:
      'histogram_quantile(0.99, sum by (le, instance) (rate(signalbox_http_request_seconds_bucket{operation="selectModel"}[5m]))) > 0.05',
    minutes: 10,
    summary: "One decision in a hundred takes more than 50 ms.",
    effect: "Callers wait longer before they call a model.",
    steps: [
      "Compare signalbox_decide_seconds with signalbox_journal_seconds (the commit).",
      "See SignalboxJournalBehind for the journal and SignalboxSaturated for the decision.",
    ],
  },
  {
    name: "SignalboxDegraded",
    severity: "ticket",
    expression: "rate(signalbox_decisions_degraded_total[15m]) > 0.05 * rate(signalbox_decisions_total[15m])",
    minutes: 15,
    summary: "More than 5 % of decisions are marked as degraded.",
    effect: "Decisions lack an input, such as prices; each explanation says which.",
    steps: ["Open a degraded decision in the dashboard and read its notes."],
  },
  {
    name: "SignalboxQualityAlert",
    severity: "ticket",
    expression: "increase(signalbox_alerts_total[15m]) > 0",
    minutes: 0,
    summary: "Predictions and reports of an account diverge, or a model fails more often than predicted.",
    effect: "Choices for that account may be worse than stated until learning catches up.",
    steps: [
      "Open the account's page Health: the alert links to its decisions.",
      "Check whether the provider changed the model; deny it meanwhile.",
    ],
  },
  {
    name: "SignalboxMemoryShort",
    severity: "page",
    expression: "signalbox_memory_short > 0",
    minutes: 1,
    summary: "A replica runs out of memory.",
    effect: "Requests over 64 KB get 503; smaller ones are answered.",
    steps: [
      "Compare signalbox_memory_share of the replicas: growth of one replica points to its callers.",
      "Raise the container's limit or `--max-old-space-size`, or lower `limits.inFlightMax` and `limits.bodyBytesMax`.",
      "Restart the replica with SIGTERM: it drains first and loses nothing.",
    ],
  },
  {
    name: "SignalboxDatabaseDamaged",
    severity: "page",
    expression: "signalbox_database_damaged > 0",
    minutes: 0,
    summary: "Pages of the embedded database are damaged.",
    effect: "Reads of these pages and `/readyz` get 503; decisions continue, in a damaged file.",
    steps: [
      "Run `signalbox doctor`: it names the damage.",
      "Stop the service, copy its files, and restore the last backup (`signalbox restore`).",
      "Check the disk, and other programs that write to the file.",
    ],
  },
  {
    name: "SignalboxLogDropped",
    severity: "ticket",
    expression: "increase(signalbox_log_dropped_total[15m]) > 0",
    minutes: 0,
    summary: "A replica dropped log lines.",
    effect: "None; the dropped lines are lost.",
    steps: [
      "Check the disk and the reader of the log: full, gone or too slow.",
      "Rotate or remove old logs. The next line counts the dropped ones.",
    ],
  },
  {
    name: "SignalboxClockJumped",
    severity: "ticket",
    expression: "increase(signalbox_clock_jumps[15m]) > 0",
    minutes: 0,
    summary: "The clock of a replica's machine jumped.",
    effect: "Decisions continue. Times in the journal and expiries of keys follow the new time.",
    steps: [
      "The log has the size of the jump; `signalbox doctor` compares the clock with the database's.",
      "Slew the clock (chrony, systemd-timesyncd) instead of setting it.",
    ],
  },
];
