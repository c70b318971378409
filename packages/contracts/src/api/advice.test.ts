// Limits on questions about a roster: how many models, changes and requests, and in which form.
import { holdBoundaries } from "../boundaries.suite.ts";
import { ADVICE_LIMITS, AdviceRequestSchema } from "./advice.ts";

const models = (count: number): string[] => Array.from({ length: count }, (_, i) => `model-${i}`);
const price = { model: "openai/gpt-5", input_price: 1.25, output_price: 10 };
const { candidatesMax, changesMax, requestsMax } = ADVICE_LIMITS;

holdBoundaries("a question about the roster", {
  schema: AdviceRequestSchema,
  valid: {},
  takes: {
    "the traffic by name": { source: "traffic" },
    "typical requests by name": { source: "typical", models: ["openai/gpt-5"] },
    "a model with its price and effort": {
      models: [{ model: "gpt-5", input_price: 1, output_price: 8, reasoning_effort: "high" }],
    },
    "as many models as are judged": { models: models(candidatesMax) },
    "as many changes as are tried": { with: models(changesMax), without: models(changesMax) },
    "a price of nothing": { prices: [{ ...price, input_price: 0, output_price: 0 }] },
    "a preference and another objective": { preference_id: "p", tradeoff: "latency" },
    "both ends of the dial": { cost_quality_tradeoff: 10 },
    "an objective that is left out": { tradeoff: null, cost_quality_tradeoff: null },
    "the fewest requests": { requests_max: 10 },
    "the most requests": { requests_max: requestsMax },
    "the largest seed": { seed: 2_147_483_647 },
  },
  refuses: {
    "a log, which is read by the command alone": { source: "log" },
    "no models": { models: [] },
    "one model too many": { models: models(candidatesMax + 1) },
    "no changes": { with: [] },
    "one addition too many": { with: models(changesMax + 1) },
    "one removal too many": { without: models(changesMax + 1) },
    "a removal without a name": { without: [""] },
    "a price without its model": { prices: [{ input_price: 1, output_price: 1 }] },
    "a price without output": { prices: [{ model: "gpt-5", input_price: 1 }] },
    "a negative price": { prices: [{ ...price, output_price: -1 }] },
    "a price beyond all prices": { prices: [{ ...price, input_price: 1e7 }] },
    "no prices": { prices: [] },
    "an empty preference id": { preference_id: "" },
    "an objective of another kind": { tradeoff: "quality" },
    "a dial beyond its end": { cost_quality_tradeoff: 11 },
    "too few requests": { requests_max: 9 },
    "too many requests": { requests_max: requestsMax + 1 },
    "half a request": { requests_max: 10.5 },
    "a negative seed": { seed: -1 },
  },
});
