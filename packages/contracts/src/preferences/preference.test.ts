// The bounds of a policy as the reference states them.
import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import { PreferencePolicySchema, PreferenceSchema } from "./preference.ts";

const rule = { provider: "openai" };
const attribute = (value: unknown, op = "eq") => ({ allow: [{ attribute: { name: "region", op, value } }] });

holdBoundaries("a policy", {
  schema: PreferencePolicySchema,
  valid: {},
  takes: {
    "quality alone": { objective: { kind: "quality" } },
    "cost with a tolerance": { objective: { kind: "cost", tolerance: 1 } },
    "latency without one": { objective: { kind: "latency" } },
    "the dial": { objective: { kind: "dial", cost_quality_tradeoff: 10 } },
    weights: { objective: { kind: "weights", usd_weight: 0, seconds_weight: 1000, risk_weight: 10 } },
    "a hundred rules each way": { allow: items(100, rule), deny: items(100, rule) },
    "a rule on an attribute": attribute("eu"),
    "a rule on a list": attribute(["eu", 4], "in"),
    "a rule on a switch": attribute(true, "ne"),
    "a ceiling of nothing": { price_ceiling_usd: 0, latency_ceiling_s: 0 },
    "certainty as the minimum": { minimum_success: 1 },
    "no loss at all": { max_loss_points: 0 },
    "dollars for a point": { objective: { kind: "cost", usd_per_point: 0.001 } },
    "fifty rules of fields": { field_rules: items(50, { field: "software", prefer: rule, bonus: 1 }) },
    "either fallback": { fallback: "strict" },
    "the most exploration": { exploration_rate: 0.2 },
    "an experiment on nearly all": { experiment: { preference_id: "b", share: 0.99 } },
    "a shadow and a router": { shadow_preference_id: "s", custom_router_id: "r" },
    "sessions that may switch": { sticky_sessions: false },
    "text that is kept": { retention: "text" },
  },
  refuses: {
    "an objective that does not exist": { objective: { kind: "beauty" } },
    "a tolerance above one": { objective: { kind: "cost", tolerance: 1.1 } },
    "a dial above ten": { objective: { kind: "dial", cost_quality_tradeoff: 11 } },
    "a dial without a place": { objective: { kind: "dial" } },
    "negative weights": { objective: { kind: "weights", usd_weight: -1, seconds_weight: 0 } },
    "weights without seconds": { objective: { kind: "weights", usd_weight: 1 } },
    "101 rules": { allow: items(101, rule) },
    "an empty glob": { deny: [{ label: "" }] },
    "a glob of 257 characters": { deny: [{ label: characters(257) }] },
    "a comparison that does not exist": attribute("eu", "like"),
    "a list of 65": attribute(items(65, "eu"), "in"),
    "an attribute that is an object": attribute({ region: "eu" }),
    "a negative ceiling": { price_ceiling_usd: -0.01 },
    "a minimum above certainty": { minimum_success: 1.01 },
    "a gain as the bound of the loss": { max_loss_points: -1 },
    "a loss of more than everything": { max_loss_points: 101 },
    "a point for nothing": { objective: { kind: "cost", usd_per_point: 0 } },
    "51 rules of fields": { field_rules: items(51, { field: "software", prefer: rule, bonus: 0 }) },
    "a bonus above one": { field_rules: [{ field: "software", prefer: rule, bonus: 1.1 }] },
    "a fallback that does not exist": { fallback: "coin" },
    "more exploration than a fifth": { exploration_rate: 0.21 },
    "an experiment on nothing": { experiment: { preference_id: "b", share: 0 } },
    "an experiment on everything": { experiment: { preference_id: "b", share: 1 } },
    "an experiment with nobody": { experiment: { preference_id: "", share: 0.5 } },
    "a retention that does not exist": { retention: "all" },
  },
});

holdBoundaries("a preference", {
  schema: PreferenceSchema,
  valid: {
    id: "p",
    name: "Cheap",
    version: 1,
    policy: {},
    created_at: "2026-01-31T12:00:00Z",
    updated_at: "2026-01-31T12:00:00Z",
  },
  takes: { "a later version": { version: 2_147_483_647 } },
  refuses: {
    "a version of zero": { version: 0 },
    "an empty name": { name: "" },
    "no policy": { policy: undefined },
    "a time that is invalid": { updated_at: "later" },
  },
});
