// How the service itself does, over all its replicas. Shares and percentiles only: how much other accounts ask is theirs.
import { Type, type Static } from "typebox";
import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

/** Alerts of an account: share and number of refusals of a preference, reports behind a gap. */
export const ALERTS_FROM = { refusedShare: 0.1, refused: 10, reports: 30 } as const;

// Alerts of an account: what opened them, who looked after them, and when they closed.
export const AlertSchema = Type.Object(
  {
    id: IdSchema,
    at: TimestampSchema,
    kind: Type.String({ description: "`calibration`, `key_expiry`, `feedback` or `service`." }),
    severity: Type.Union([Type.Literal("info"), Type.Literal("warning"), Type.Literal("critical")]),
    message: Type.String(),
    value: OrNull(Type.Number(), "The gap of a calibration."),
    label: OrNull(Type.String(), "The model it is about."),
    field: OrNull(Type.String()),
    key_id: OrNull(Type.String()),
    preference_id: OrNull(Type.String()),
    resolved_at: OrNull(TimestampSchema),
    acknowledged_at: OrNull(TimestampSchema),
    muted_until: OrNull(TimestampSchema, "Until then it is not reported, not even when it opens again."),
    handled_by: OrNull(Type.String(), "Who acknowledged or muted it last."),
    note: OrNull(Type.String(), "Why."),
  },
  { $id: "Alert" },
);

export const UpdateAlertSchema = Type.Object({
  acknowledged: Type.Optional(
    Type.Boolean({ description: "Somebody looks after it: it leaves the banner." }),
  ),
  muted_s: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: "Seconds for which it and what follows of its kind are silent; 0 ends that.",
    }),
  ),
  note: Type.Optional(Type.String({ maxLength: 500, description: "Why, for the audit log." })),
});

export const AlertWebhookSchema = Type.Object(
  {
    url: OrNull(Type.String()),
    secret: Type.String({ description: "Signs each post as Standard Webhooks do (`webhook-signature`)." }),
  },
  { $id: "AlertWebhook" },
);

export const AlertTestSchema = Type.Object(
  {
    webhook_status: OrNull(
      Type.Integer(),
      "Status that the webhook answered; null when it could not be asked.",
    ),
    webhook_fault: OrNull(
      Type.String(),
      "Why it could not be asked; null when it was, and when none is set.",
    ),
  },
  { $id: "AlertTest" },
);

export type Alert = Static<typeof AlertSchema>;
export type AlertWebhook = Static<typeof AlertWebhookSchema>;
export type AlertTest = Static<typeof AlertTestSchema>;
export type UpdateAlert = Static<typeof UpdateAlertSchema>;

const share = (what: string) => OrNull(Type.Number(), `Share of requests ${what}; null without requests.`);
const seconds = OrNull(Type.Number(), "Seconds of a whole request for a decision.");
const figures = {
  seconds_p50: seconds,
  seconds_p95: seconds,
  seconds_p99: seconds,
  errors: share("that failed with a 5xx status, shed ones left out"),
  shed: share("refused with 503 because the service or its database was overloaded"),
  limited: share("refused with 429"),
};

export const ServiceHealthQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
});

export const ServiceHealthReportSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    total: Type.Object(figures),
    series: Type.Array(Type.Object({ at: TimestampSchema, ...figures }), {
      description: "Buckets with requests, in the order of time.",
    }),
    last_decision_at: OrNull(TimestampSchema, "The newest decision of the account in the journal."),
    learned_at: OrNull(TimestampSchema, "When feedback of the account was last learned from."),
    database: Type.Object({
      kind: Type.String(),
      answer_ms: Type.Number({ description: "How long it took to answer just now." }),
      hears_changes: Type.Boolean({
        description: "Whether changes by other replicas are heard of immediately.",
      }),
      connections: OrNull(Type.Integer(), "Of this replica; null for a file."),
      connections_max: OrNull(Type.Integer()),
      waiting: OrNull(Type.Integer(), "Statements that wait for a connection."),
    }),
    catalogue: Type.Object({
      version: Type.String(),
      facts_days: Type.Integer({ description: "Age of the facts about models." }),
      prices_days: Type.Integer({ description: "Age of their prices." }),
      warning: OrNull(Type.String(), "What is 45 days old or more, and what to do."),
    }),
    limits: Type.Object(
      {
        error_share: Type.Number({ description: "Share of the requests of two hours that may fail." }),
        seconds_p99: Type.Number({ description: "What one request in a hundred of two hours may take." }),
        disk_free_share: Type.Number({ description: "What must be free of the disk of the data directory." }),
        journal_queued: Type.Integer({ description: "Decisions of a replica that may wait to be written." }),
        database_seconds: Type.Number({ description: "How long the database may take to answer." }),
        task_failures: Type.Integer({ description: "Failures in a row of one task in the background." }),
      },
      {
        description:
          "Beyond which an alert of the account opens; the account sets the first two, the operator those and the third.",
      },
    ),
    replicas: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        started_at: TimestampSchema,
        seen_at: TimestampSchema,
        is_alive: Type.Boolean({ description: "Heard of within the last minute." }),
        journal_queued: Type.Integer({ description: "Decisions that wait for their commit." }),
        is_spooling: Type.Boolean({
          description: "The database is away; decisions are kept on the local disk.",
        }),
      }),
      { description: "Heard of within a day, the latest first." },
    ),
  },
  { $id: "ServiceHealthReport" },
);

export type ServiceHealthQuery = Static<typeof ServiceHealthQuerySchema>;
export type ServiceHealthReport = Static<typeof ServiceHealthReportSchema>;
