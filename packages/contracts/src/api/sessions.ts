// Conversations of several turns: what an agent or a chat window asked one after the other.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull, TimestampSchema } from "./common.ts";
import { BilledSchema } from "./ledger.ts";

/** Decisions of a span that sessions are put together from. */
export const SESSION_DECISIONS_MAX = 20_000;
export const SESSIONS_MAX = 100;

export const SessionsQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  key_id: Type.Optional(IdSchema),
  turns_min: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 2, description: "Shorter ones are left out." }),
  ),
  sort: Type.Optional(
    Type.Union([Type.Literal("latest"), Type.Literal("usd"), Type.Literal("turns")], {
      description: "What comes first: the latest (default), the most expensive, the longest.",
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SESSIONS_MAX, default: 50 })),
});

const Share = Type.Object({ name: Type.String(), turns: Type.Integer() });

export const SessionSchema = Type.Object(
  {
    chain_id: Type.String({ description: "Session id of the first decision." }),
    last_session_id: Type.String({ description: "Of the newest decision." }),
    first_at: TimestampSchema,
    last_at: TimestampSchema,
    turns: Type.Integer(),
    models: Type.Array(Share, { description: "Labels picked, the most frequent first." }),
    roles: Type.Array(Share, { description: "What an agent made the calls for, where they said so." }),
    switches: Type.Integer({ description: "Turns that changed the model." }),
    escalations: Type.Integer({
      description: "Turns that changed to a model with a higher estimated success.",
    }),
    input_tokens: Type.Number({ description: "Estimated, of the picks." }),
    cached_tokens: Type.Number({ description: "Of these, expected to be read from a warm prompt cache." }),
    usd: Type.Number({ description: "Expected dollars of the picks whose price is known." }),
    priced: Type.Integer(),
    billed: BilledSchema,
    reported: OrNull(Type.Number(), "Mean of what was reported of the picks; null without reports."),
    key_name: OrNull(Type.String()),
    preference_name: OrNull(Type.String()),
    field: Type.String({ description: "Of the first turn." }),
    operation: Type.String({ description: "What the first turn asked for; empty where it is not known." }),
    tags: OrNull(Type.Record(Type.String(), Type.String()), "Of the newest turn."),
    preview: OrNull(Type.String(), "How the first turn asked, where text is kept."),
    truncated: Type.Boolean({
      description:
        "More turns than are looked at one by one: all but `turns`, `usd` and the times are of the first.",
    }),
  },
  { $id: "Session" },
);

export const SessionsSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    data: Type.Array(SessionSchema),
    counted_from: OrNull(
      TimestampSchema,
      `The oldest decision that was looked at, where the span has more than ${SESSION_DECISIONS_MAX}.`,
    ),
  },
  { $id: "Sessions" },
);

export type Session = Static<typeof SessionSchema>;
export type Sessions = Static<typeof SessionsSchema>;
export type SessionsQuery = Static<typeof SessionsQuerySchema>;
