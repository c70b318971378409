// Members that the dashboard may rely on in the answers that it draws.
import { holdBoundaries } from "../boundaries.suite.ts";
import { DecisionGroupSchema, OverviewGroupsSchema } from "./overview-groups.ts";
import { JudgedSchema, LedgerSchema } from "./ledger.ts";
import { PolicyChangeSchema } from "./overview.ts";

const AT = "2026-01-31T12:00:00Z";
const UNJUDGED = { count: 0, predicted: null, reported: null, reported_low: null, reported_high: null };
const BILLED = { decisions: 1, usd: 0.2, expected_usd: 0.3 };
const sums = {
  decisions: 3,
  refused: 1,
  billed: BILLED,
  degraded: 0,
  explored: 1,
  rejected: 0,
  usd: 0.5,
  priced: 2,
  success: 0.7,
};
const group = { value: "", model_id: null, share: 1, last_at: AT, ...sums, feedback: UNJUDGED, series: [] };
const compared = {
  baseline: "openai/gpt-5",
  decisions: 3,
  usd: 2,
  routed_usd: 3,
  saved_usd: -1,
  low: null,
  high: null,
  success: 0.9,
  routed_success: null,
  reported: UNJUDGED,
};
const ledger = {
  decisions: 3,
  refused: 1,
  priced: 2,
  expected_usd: 0.5,
  billed: BILLED,
  factor: null,
  reported: UNJUDGED,
  baseline: null,
  compared: null,
  singles: [],
  closed: [],
  best_by_reports: null,
  rows: [],
};
const span = { from: AT, to: AT, bucket_s: 3600 };

holdBoundaries("success predicted and reported", {
  schema: JudgedSchema,
  valid: UNJUDGED,
  takes: { "an interval": { count: 4, reported: 1, reported_low: 0.51, reported_high: 1 } },
  refuses: { "half a report": { count: 0.5 }, "no count": { count: undefined } },
});

holdBoundaries("a group of decisions", {
  schema: DecisionGroupSchema,
  valid: group,
  takes: {
    "one bucket": { series: [{ at: AT, decisions: 3, usd: 0.5, success: null }] },
    "no estimate": { success: null },
    "a model of the catalogue": { model_id: "openai/gpt-5" },
  },
  refuses: { "more than all": { share: 1.1 }, "no last hour": { last_at: null } },
});

holdBoundaries("groups of decisions", {
  schema: OverviewGroupsSchema,
  valid: { ...span, by: "key", counted_from: null, times: [AT], groups: [group] },
  takes: { "no decision": { groups: [] }, "a part of the span": { counted_from: AT } },
  refuses: { "a grouping that there is not": { by: "weather" }, "a bucket of no width": { bucket_s: "1h" } },
});

holdBoundaries("the ledger", {
  schema: LedgerSchema,
  valid: { ...span, ...ledger },
  takes: { "a baseline without bills": { baseline: "openai/gpt-5", compared, singles: [compared] } },
  refuses: { "a saving that is not known": { compared: { ...compared, saved_usd: null } } },
});

holdBoundaries("a change of policy", {
  schema: PolicyChangeSchema,
  valid: { at: AT, preference_id: "p", version: 2, restored_from: null },
  takes: { "a rollback": { restored_from: 1 } },
  refuses: { "no version": { version: null }, "no time": { at: "yesterday" } },
});
