// Traffic as a small team would make it: conversations of several kinds, two programs, feedback for some of them.
import assert from "node:assert/strict";

import { createSignalbox } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import type { SignalboxAdmin } from "@signalbox/sdk/admin";
import type { ProviderWire, Signalbox } from "@signalbox/sdk";

const PROMPTS = [
  "Prove that there are infinitely many primes congruent to 3 modulo 4.",
  "Write a Python function that parses ISO 8601 durations and tests for it.",
  "Summarise this support thread in two sentences: the parcel was late, the customer wants a refund.",
  "Translate into German: The signal must be at danger before the points are moved.",
  "What is the capital of Mongolia?",
  "Fix this SQL, it counts customers twice: select count(c.id) from customers c join orders o on o.customer_id = c.id",
  "A train leaves at 9:40 and travels 210 km at 84 km/h. When does it arrive?",
  "Draft a polite reminder for an unpaid invoice, 120 words at most.",
  "Explain the difference between optimistic and pessimistic locking to a junior engineer.",
  "Classify the sentiment of: the staff was friendly but the room smelled of smoke.",
] as const;

export const CANDIDATES: ProviderWire[] = [
  { provider: "openai", model: "gpt-5.4-mini" },
  { provider: "openai", model: "gpt-6-luna" },
  { provider: "openai", model: "gpt-5.6-sol" },
  { provider: "anthropic", model: "claude-sonnet-4-6" },
  { provider: "anthropic", model: "claude-haiku-4-5" },
  { provider: "google", model: "gemini-3.1-flash-lite" },
  { provider: "deepseek", model: "deepseek-chat" },
];

const TRADEOFFS = [undefined, "cost", "latency"] as const;

export type TeamClient = Signalbox & SignalboxAdmin;

/** Both entry points in one. */
export function createTeamClient(baseUrl: string, apiKey: string): TeamClient {
  return { ...createSignalboxAdmin({ baseUrl, apiKey }), ...createSignalbox({ baseUrl, apiKey }) };
}

/** Members that some of the requests carry besides. */
interface Special {
  readonly preference_id?: string;
  readonly llm_providers?: ProviderWire[];
  readonly tags?: Record<string, string>;
}

/** Decides `count` conversations through the public interface; every third one is a follow-up, every second is reported. */
export async function makeTraffic(
  url: string,
  key: string,
  count: number,
  more: Special = {},
): Promise<TeamClient> {
  const client = createTeamClient(url, key);
  let previous: string | undefined;
  for (let index = 0; index < count; index += 1) {
    const tradeoff = TRADEOFFS[index % TRADEOFFS.length];
    const { session_id } = await client.select({
      messages: [{ role: "user", content: PROMPTS[index % PROMPTS.length] ?? PROMPTS[0] }],
      llm_providers:
        index % 7 === 6 ? [...CANDIDATES, { name: "tiny", attributes: { context_length: 8 } }] : CANDIDATES,
      ...(tradeoff !== undefined && { tradeoff }),
      ...(index % 3 === 2 && previous !== undefined && { previous_session: previous }),
      ...more,
    });
    assert.ok(session_id !== undefined);
    previous = session_id;
    if (index % 2 === 0) await client.feedback({ session_id, value: index % 8 === 0 ? "down" : "up" });
  }
  return client;
}
