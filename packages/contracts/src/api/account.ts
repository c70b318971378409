// The account (an organisation): its name and settings. Members change nothing here; owners do.
import { Type, type Static } from "typebox";

import { DomainSchema, IdSchema, NameSchema, OrNull, TimestampSchema } from "./common.ts";

export const AccountSettingsSchema = Type.Object({
  retention: Type.Union([Type.Literal("none"), Type.Literal("text")], {
    description: "Whether message text is kept with decisions. `hash_content` always wins.",
  }),
  retention_days: OrNull(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    "Days after which decisions and feedback are deleted, at most those of the operator; null leaves it to the operator.",
  ),
  learning_enabled: Type.Boolean({ description: "Whether feedback changes future estimates." }),
  exploration_rate: Type.Number({
    minimum: 0,
    maximum: 0.2,
    description: "Share of first turns that may try a near-best candidate; a preference's own share wins.",
  }),
  session_ttl_s: Type.Integer({
    minimum: 1,
    maximum: 2_592_000,
    description: "Seconds after which a chain counts as ended.",
  }),
  requests_per_minute_max: OrNull(
    Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    "Limit over all keys of the account; null leaves it to the operator.",
  ),
  default_preference_id: OrNull(IdSchema, "Preference of requests that name none."),
  baseline: OrNull(
    Type.String({ minLength: 1, maxLength: 513 }),
    "What was called before: a label, or `named` for the model that each caller names. Savings are measured against it.",
  ),
  alert_webhook_url: OrNull(
    Type.String({ minLength: 1, maxLength: 2_000 }),
    "Where alerts are posted when they open and close: a public `https` address; null posts nothing.",
  ),
  alert_error_share: OrNull(
    Type.Number({ minimum: 0.0001, maximum: 1 }),
    "Share of the service's requests of two hours that may fail before an alert opens; null is the operator's limit.",
  ),
  alert_seconds_p99: OrNull(
    Type.Number({ minimum: 0.001, maximum: 600 }),
    "Seconds that one request in a hundred of two hours may take before an alert opens; null is the operator's limit.",
  ),
  strict_requests: Type.Boolean({
    description: "Whether warnings of a request, such as an unknown member, are a 422.",
  }),
  find_sessions: Type.Boolean({
    description:
      "Whether a request without `previous_session` is linked to the chain that its conversation continues, by keyed digests.",
  }),
  require_second_factor: Type.Boolean({
    description: "Whether members who sign in by password must use a second factor too.",
  }),
  single_sign_on_domains: Type.Array(DomainSchema, {
    maxItems: 100,
    uniqueItems: true,
    description: "Members with addresses of these domains reach the organisation by single sign-on alone.",
  }),
  key_days_max: OrNull(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    "Days that a key may live, at most those of the operator. Existing keys end accordingly, none within 14 days; null leaves it to the operator.",
  ),
});

const LimitSchema = Type.Object({
  value: OrNull(Type.Number(), "In force; null is no limit."),
  origin: Type.Union([Type.Literal("account"), Type.Literal("operator")], {
    description: "Whose setting is in force.",
  }),
  operator: OrNull(Type.Number(), "The operator's own; null is no limit."),
});

/** Settings that the operator has too; of days the shorter holds, everywhere else the account's own wins. `tolerance` is the operator's alone. */
const LimitsSchema = Type.Object({
  retention_days: LimitSchema,
  key_days_max: LimitSchema,
  requests_per_minute_max: LimitSchema,
  alert_error_share: LimitSchema,
  alert_seconds_p99: LimitSchema,
  tolerance: LimitSchema,
});

export const AccountSchema = Type.Object(
  {
    id: IdSchema,
    name: NameSchema,
    settings: AccountSettingsSchema,
    in_force: LimitsSchema,
    created_at: TimestampSchema,
  },
  { $id: "Account" },
);

export const UpdateAccountSchema = Type.Object({
  name: Type.Optional(NameSchema),
  settings: Type.Optional(Type.Partial(AccountSettingsSchema)),
});

export const DeleteAccountSchema = Type.Object({
  confirm: Type.String({ maxLength: 400, description: "The account's name, typed again." }),
});

/** The settings that an account has before anyone changes it. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  retention: "none",
  retention_days: null,
  learning_enabled: true,
  exploration_rate: 0,
  session_ttl_s: 86_400,
  requests_per_minute_max: null,
  default_preference_id: null,
  baseline: null,
  alert_webhook_url: null,
  alert_error_share: null,
  alert_seconds_p99: null,
  strict_requests: false,
  find_sessions: true,
  require_second_factor: false,
  single_sign_on_domains: [],
  key_days_max: null,
};

export type SettingsInForce = Static<typeof LimitsSchema>;
export type AccountSettings = Static<typeof AccountSettingsSchema>;
export type Account = Static<typeof AccountSchema>;
export type UpdateAccount = Static<typeof UpdateAccountSchema>;
export type DeleteAccount = Static<typeof DeleteAccountSchema>;
