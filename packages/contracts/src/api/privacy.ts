// Data kept about one person's requests: counted, exported, erased.
import { Type, type Static } from "typebox";

import { TagsSchema } from "../tags.ts";
import { SELECT_LIMITS } from "../select/limits.ts";
import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

const SESSIONS_MAX = 100;

const selection = {
  subject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SELECT_LIMITS.subjectCharsMax,
      description: "The `subject` that the requests were sent with.",
    }),
  ),
  session_ids: Type.Optional(
    Type.Array(IdSchema, {
      minItems: 1,
      maxItems: SESSIONS_MAX,
      description: "Sessions, each with its conversation so far as it is about the same subject.",
    }),
  ),
  key_id: Type.Optional(IdSchema),
  tags: Type.Optional(TagsSchema),
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
};

/** A misspelt member would choose more than was meant, so there is none that is passed over. */
const CLOSED = { additionalProperties: false };

export const PrivacySelectionSchema = Type.Object(selection, {
  ...CLOSED,
  $id: "PrivacySelection",
  description:
    "Which decisions: those that fit every member. `from` is inclusive, `to` exclusive; at least one member is needed.",
});

const LeftOut = Type.Integer({
  minimum: 0,
  description:
    "Decisions of the conversations named by `session_ids` that are about another subject: they are not chosen.",
});

export const PrivacyCountSchema = Type.Object(
  {
    decisions: Type.Integer({ minimum: 0 }),
    left_out: LeftOut,
    first_at: OrNull(TimestampSchema),
    last_at: OrNull(TimestampSchema),
    to: Type.String({
      format: "date-time",
      description: "Send it with `erase`: later decisions were not counted.",
    }),
  },
  { $id: "PrivacyCount" },
);

export const PrivacyEraseSchema = Type.Object(
  {
    ...selection,
    to: TimestampSchema,
    decisions: Type.Integer({
      minimum: 1,
      description: "How many `count` found; nothing is erased where it differs.",
    }),
  },
  { ...CLOSED, $id: "PrivacyErase" },
);

export const PrivacyErasedSchema = Type.Object(
  {
    decisions: Type.Integer({ minimum: 0, description: "Erased by this call." }),
    feedback: Type.Integer({ minimum: 0, description: "Reports that went with them." }),
    left_out: LeftOut,
    remaining: Type.Integer({
      minimum: 0,
      description: "A call ends after some seconds: send it again with this as `decisions` until it is 0.",
    }),
  },
  { $id: "PrivacyErased" },
);

export type PrivacySelection = Static<typeof PrivacySelectionSchema>;
export type PrivacyCount = Static<typeof PrivacyCountSchema>;
export type PrivacyErase = Static<typeof PrivacyEraseSchema>;
export type PrivacyErased = Static<typeof PrivacyErasedSchema>;
