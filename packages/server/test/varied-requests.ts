// Everything beside the conversation that bears on a decision: candidates of every kind, objectives, limits.
import type { PreferencePolicy, SelectRequestWire } from "@signalbox/contracts";

const CATALOGUED = [
  { provider: "openai", model: "gpt-4o" },
  { provider: "openai", model: "gpt-4o-mini" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
  { provider: "google", model: "gemini-2.5-flash" },
  { provider: "deepseek", model: "deepseek-chat" },
];

const OWN = [
  {
    name: "house/large",
    price: 4,
    latency: 9,
    attributes: { benchmarks: { gpqa_diamond: 0.7 }, context_length: 64_000, modalities: ["text", "image"] },
  },
  {
    name: "house/small",
    input_price: 0.1,
    output_price: 0.3,
    attributes: { quality: 0.5, tokens_per_second: 200 },
  },
  { name: "house/unknown", model: "nobody-knows-this" },
  { provider: "openai", model: "o3" },
];

type Options = Omit<SelectRequestWire, "messages" | "tools">;

export const VARIED_OPTIONS: readonly Options[] = [
  { llm_providers: CATALOGUED },
  { llm_providers: [...CATALOGUED, ...OWN], tradeoff: "cost" },
  { models: OWN, tradeoff: "latency" },
  { llm_providers: [...OWN, ...CATALOGUED], cost_quality_tradeoff: 7, max_model_depth: 4 },
  { llm_providers: CATALOGUED, response_format: { type: "json_schema", json_schema: { name: "zyzzyva" } } },
];

export const VARIED_POLICIES: readonly PreferencePolicy[] = [
  { objective: { kind: "cost", tolerance: 0.2 }, deny: [{ label: "*mini" }] },
  {
    objective: { kind: "weights", usd_weight: 20, seconds_weight: 0.01, risk_weight: 1 },
    sticky_sessions: false,
  },
  {
    field_rules: [{ field: "software", prefer: { provider: "anthropic" }, bonus: 0.1 }],
    price_ceiling_usd: 0.02,
  },
];
