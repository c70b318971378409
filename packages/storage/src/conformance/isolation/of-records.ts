// Audit log, corrections of models and alerts. Each method is tried with the ids of another account.
import { T0 } from "../fixtures.ts";
import type { Attempts } from "./world.ts";

export const OF_RECORDS = {
  "audit.list": (s, _, accountId) => s.audit.list({ accountId }),
  "audit.deleteBefore": (s, _, accountId) => s.audit.deleteBefore({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "modelOverrides.find": (s, _, accountId) => s.modelOverrides.find({ accountId, modelId: "m" }),
  "modelOverrides.list": (s, _, accountId) => s.modelOverrides.list({ accountId }),
  "modelOverrides.delete": (s, _, accountId) => s.modelOverrides.delete({ accountId, modelId: "m" }),
  "alerts.resolve": (s, _, accountId) => s.alerts.resolve({ accountId, kind: "k", subject: "s", atMs: T0 }),
  "alerts.list": (s, _, accountId) => s.alerts.list({ accountId }),
  "alerts.handle": (s, f, accountId) =>
    s.alerts.handle({ accountId, id: f.alertId, acknowledgedAtMs: T0, handledBy: "intruder" }),
} as const satisfies Attempts;
