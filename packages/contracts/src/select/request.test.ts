// The bounds of a routing request as the reference states them.
import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import { SelectRequestSchema } from "./request.ts";

const message = { role: "user", content: "Hello" };
const candidate = { provider: "openai", model: "gpt-4o-mini" };
const inMessage = (members: object) => ({ messages: [{ ...message, ...members }] });
const inCandidate = (members: object) => ({ llm_providers: [{ ...candidate, ...members }] });

holdBoundaries("a routing request", {
  schema: SelectRequestSchema,
  valid: { messages: [message], llm_providers: [candidate] },
  takes: {
    "a bare text as one message": { messages: "Hello" },
    "2,000 messages": { messages: items(2000, message) },
    "any role": inMessage({ role: "critic" }),
    "a message without a role": inMessage({ role: null }),
    "null content beside tool calls": inMessage({ content: null, tool_calls: [{ id: "1" }] }),
    "512 parts": inMessage({ content: items(512, { type: "text", text: "a" }) }),
    "parts of kinds to come": inMessage({ content: [{ type: "hologram" }] }),
    "200 candidates": { llm_providers: items(200, candidate) },
    "`models` in place of `llm_providers`": { llm_providers: undefined, models: [candidate] },
    "a label of 256 characters": inCandidate({ name: characters(256) }),
    "a price of nothing": inCandidate({ price: 0 }),
    "the highest price": inCandidate({ input_price: 1e6, output_price: 1e6 }),
    "the longest latency": inCandidate({ latency: 1e5 }),
    "attributes of any name": inCandidate({ attributes: { region: "eu", seats: 4 } }),
    "128 tools": { tools: items(128, { name: "search" }) },
    "both forms of a tool": { tools: [{ name: "a" }, { type: "function", function: { name: "b" } }] },
    "each tradeoff": { tradeoff: "latency" },
    "both ends of the dial": { cost_quality_tradeoff: 10 },
    "the quality end of the dial": { cost_quality_tradeoff: 0 },
    "the deepest depth": { max_model_depth: 2_147_483_647 },
    "a preference id of 128 characters": { preference_id: characters(128) },
    "nulls wherever something may be left out": {
      tools: null,
      tradeoff: null,
      preference_id: null,
      previous_session: null,
      hash_content: null,
      include: null,
    },
    "members that it does not know": { temperature: 0.2 },
    "eight names to include": { include: items(8, "ranking") },
  },
  refuses: {
    "a missing conversation": { messages: undefined },
    "an empty text": { messages: "" },
    "no messages": { messages: [] },
    "2,001 messages": { messages: items(2001, message) },
    "a number as content": inMessage({ content: 7 }),
    "513 parts": inMessage({ content: items(513, { type: "text", text: "a" }) }),
    "a part without a type": inMessage({ content: [{ text: "a" }] }),
    "no candidates": { llm_providers: [] },
    "201 candidates": { llm_providers: items(201, candidate) },
    "an empty label": inCandidate({ name: "" }),
    "a label of 257 characters": inCandidate({ name: characters(257) }),
    "a negative price": inCandidate({ price: -0.01 }),
    "a price above the highest": inCandidate({ output_price: 1e6 + 1 }),
    "a price in words": inCandidate({ price: "cheap" }),
    "a negative latency": inCandidate({ latency: -1 }),
    "129 tools": { tools: items(129, { name: "search" }) },
    "a tradeoff that does not exist": { tradeoff: "beauty" },
    "a dial above ten": { cost_quality_tradeoff: 10.1 },
    "a dial below nought": { cost_quality_tradeoff: -0.1 },
    "a depth of nought": { max_model_depth: 0 },
    "half a depth": { max_model_depth: 1.5 },
    "an empty preference id": { preference_id: "" },
    "a preference id of 129 characters": { preference_id: characters(129) },
    "a session id that is no text": { previous_session: 7 },
    "nine names to include": { include: items(9, "ranking") },
    "hashing that is neither on nor off": { hash_content: "yes" },
  },
});
