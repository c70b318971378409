// How the service itself does, over all its replicas. Shares and percentiles only: how much other accounts ask is theirs.
import { Type, type Static } from "typebox";

import { OrNull, TimestampSchema } from "./common.ts";

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
