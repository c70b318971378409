// Alerts of an account: what opened them, who looked after them, and when they closed.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

export const AlertSchema = Type.Object(
  {
    id: IdSchema,
    at: TimestampSchema,
    kind: Type.String({ description: "`calibration`, `budget`, `key_expiry`, `feedback` or `service`." }),
    severity: Type.Union([Type.Literal("info"), Type.Literal("warning"), Type.Literal("critical")]),
    message: Type.String(),
    value: OrNull(Type.Number(), "The gap of a calibration, the share of a budget that is spent."),
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
    mails_taken: Type.Integer({ description: "Mails that the mail server took." }),
    mails_asked: Type.Integer({ description: "Addresses that are mailed." }),
  },
  { $id: "AlertTest" },
);

export type Alert = Static<typeof AlertSchema>;
export type AlertWebhook = Static<typeof AlertWebhookSchema>;
export type AlertTest = Static<typeof AlertTestSchema>;
export type UpdateAlert = Static<typeof UpdateAlertSchema>;
