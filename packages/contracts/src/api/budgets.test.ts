// Budgets and alerts: what may be asked for, and what an answer always holds.
import { characters, holdBoundaries } from "../boundaries.suite.ts";
import { AlertSchema, UpdateAlertSchema } from "./service-health.ts";
import { BudgetSchema, PutBudgetSchema } from "./budgets.ts";

const AT = "2026-01-31T12:00:00Z";

holdBoundaries("a budget that is set", {
  schema: PutBudgetSchema,
  valid: { scope: "account", period: "month", usd_max: 100 },
  takes: {
    "one of a key": { scope: "key", subject_id: "k" },
    "one of the account that says so": { subject_id: null },
    "a hard stop by day": { period: "day", hard_stop: true, alert_at: 1 },
  },
  refuses: {
    "nothing to spend": { usd_max: 0 },
    "a debt": { usd_max: -1 },
    "more than a billion": { usd_max: 1_000_000_001 },
    "a week": { period: "week" },
    "an alert before anything is spent": { alert_at: 0 },
    "an alert beyond the whole": { alert_at: 1.1 },
    "a member": { scope: "member" },
  },
});

holdBoundaries("a budget in a list", {
  schema: BudgetSchema,
  valid: {
    id: "b",
    scope: "account",
    subject_id: null,
    period: "day",
    usd_max: 1,
    alert_at: 0.8,
    hard_stop: false,
    spent_usd: 0,
    resets_at: AT,
    updated_at: AT,
    updated_by: null,
  },
  takes: { "one that is overspent": { spent_usd: 2 } },
  refuses: { "one without an end": { resets_at: null }, "one without a sum": { spent_usd: null } },
});

holdBoundaries("what is done about an alert", {
  schema: UpdateAlertSchema,
  valid: {},
  takes: {
    "an acknowledgement": { acknowledged: true },
    "a month of silence": { muted_s: 2_592_000 },
    "the end of a silence": { muted_s: 0 },
    "a long reason": { note: characters(500) },
  },
  refuses: {
    "silence without end": { muted_s: 2_592_001 },
    "silence in the past": { muted_s: -1 },
    "a reason that is too long": { note: characters(501) },
  },
});

holdBoundaries("an alert", {
  schema: AlertSchema,
  valid: {
    id: "a",
    at: AT,
    kind: "budget",
    severity: "warning",
    message: "80 % is spent",
    value: 0.8,
    label: null,
    field: null,
    key_id: "k",
    preference_id: null,
    resolved_at: null,
    acknowledged_at: null,
    muted_until: null,
    handled_by: null,
    note: null,
  },
  takes: { "one that is over": { resolved_at: AT }, "one without a number": { value: null } },
  refuses: { "another severity": { severity: "fatal" }, "no message": { message: null } },
});
