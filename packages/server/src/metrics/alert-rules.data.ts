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
      "Read the last lines of its log: they say why it stopped. Exit code 0 is as asked, 1 a fault, 2 a wrong setting.",
      "Run `signalbox doctor` with the same settings: it names what is wrong and what to do.",
      "Start it again. Nothing that was answered is lost: a decision is on disk before its answer leaves.",
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
      "Look at /readyz: it says whether the database answers.",
      "503 with `retry-after` means the service sheds load: see SignalboxJournalBehind and SignalboxSaturated.",
      "Other faults stand in the log with their request id, type, code and frames.",
    ],
  },
  {
    name: "SignalboxJournalFailing",
    severity: "page",
    expression: "increase(signalbox_journal_failed_rows[5m]) > 0",
    minutes: 0,
    summary: "Decisions could not be written to the database.",
    effect: "The requests concerned were answered with 503; no decision was answered and then lost.",
    steps: [
      "Check the space and the permissions of the data directory, or the database's own log.",
      "Run `signalbox doctor`.",
      "The journal goes on by itself as soon as the database accepts rows.",
    ],
  },
  {
    name: "SignalboxJournalBehind",
    severity: "ticket",
    expression: "signalbox_journal_queued_rows > 1000",
    minutes: 5,
    summary: "More than 1,000 decisions wait for their commit.",
    effect: "Answers take longer; beyond `limits.journalQueueMax` requests are refused with 503.",
    steps: [
      "Compare signalbox_journal_seconds with an hour ago: a slow disk or a slow database shows here first.",
      "On a slow disk, `storage.journalSync=normal` commits faster and still survives a kill of the process.",
      "Move to PostgreSQL or add replicas when the rate has grown.",
    ],
  },
  {
    name: "SignalboxSaturated",
    severity: "ticket",
    expression: "rate(signalbox_process_cpu_seconds_total[5m]) > 0.9",
    minutes: 10,
    summary: "A replica uses more than 90 % of one core.",
    effect: "Latency rises; requests beyond `limits.inFlightMax` are refused with 503.",
    steps: [
      "Add a replica: one process uses one core for decisions.",
      "If one account sends most of it, set a limit of requests per minute on its keys.",
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
      "Compare signalbox_decide_seconds with signalbox_journal_seconds (its commit) to see which one is slow.",
      "See SignalboxJournalBehind for the journal and SignalboxSaturated for the decision.",
    ],
  },
  {
    name: "SignalboxDegraded",
    severity: "ticket",
    expression: "rate(signalbox_decisions_degraded_total[15m]) > 0.05 * rate(signalbox_decisions_total[15m])",
    minutes: 15,
    summary: "More than 5 % of decisions are marked as degraded.",
    effect: "Answers are given without something they should rest on; the explanation of each says what.",
    steps: ["Open a degraded decision in the dashboard (filter: degraded) and read its notes."],
  },
  {
    name: "SignalboxQualityAlert",
    severity: "ticket",
    expression: "increase(signalbox_alerts_total[15m]) > 0",
    minutes: 0,
    summary: "An account's predictions and reports part, or a model fails more than predicted.",
    effect: "The choice for that account may be worse than stated until learning has caught up.",
    steps: [
      "Open Health in the dashboard of the account: the alert links to the decisions behind it.",
      "Check whether a provider has changed a model; ban it with a deny rule while you look.",
    ],
  },
  {
    name: "SignalboxMemoryShort",
    severity: "page",
    expression: "signalbox_memory_short > 0",
    minutes: 1,
    summary: "A replica runs out of memory.",
    effect: "Requests with more than 64 KB are refused with 503; smaller ones are answered.",
    steps: [
      "Compare signalbox_memory_share of the replicas: one that grows alone has a caller of its own.",
      "Raise the container's limit or `--max-old-space-size`, or lower `limits.inFlightMax` and `limits.bodyBytesMax`.",
      "Restart the replica with SIGTERM: it drains first, and nothing that was answered is lost.",
    ],
  },
  {
    name: "SignalboxDatabaseDamaged",
    severity: "page",
    expression: "signalbox_database_damaged > 0",
    minutes: 0,
    summary: "Pages of the embedded database are damaged.",
    effect:
      "What lies on them is answered with 503, and so is `/readyz`; decisions go on, into a damaged file.",
    steps: [
      "Run `signalbox doctor`: it names the damage.",
      "Stop the service, keep a copy of the files, and restore the last backup: `signalbox restore`.",
      "Look at the disk and at what else writes to the file before you start again.",
    ],
  },
  {
    name: "SignalboxLogDropped",
    severity: "ticket",
    expression: "increase(signalbox_log_dropped_total[15m]) > 0",
    minutes: 0,
    summary: "A replica's log did not take all lines.",
    effect: "Requests are answered as ever; what the lines would have said is lost.",
    steps: [
      "Look at the disk that the log is on, and at what reads it: it is full, gone or too slow.",
      "Rotate or remove old logs. The first line after the gap says how many were dropped.",
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
      "Read the log for how far it jumped, and run `signalbox doctor`: it compares the clock with the database's.",
      "Let the machine's clock be slewed (chrony, systemd-timesyncd), not set, while the service runs.",
    ],
  },
];
