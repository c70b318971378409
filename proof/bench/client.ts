// The cost of the client beside a bare fetch of the same call: `node proof/bench/client.ts [--rounds N]`. One call at a time, in
// interleaved rounds against one service, so that ratios hold whatever else the machine does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createSignalbox } from "@signalbox/sdk";

import { startChildServer } from "../load/child-server.ts";
import { spreadOf } from "../load/statistics.ts";

const CALLS_PER_ROUND = 300;
const MAIN = join(import.meta.dirname, "../../packages/cli/src/main.ts");

const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" } } });
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-client-"));
const args = ["serve", "--no-dashboard", "--json", "--port", "0", "--data-dir", dataDir];
const server = await startChildServer(MAIN, args);
const baseUrl = server.url.origin;

const REQUEST = {
  messages: [{ role: "user", content: "Which of these functions is the slower one, and why?" }],
  llm_providers: [
    { provider: "openai", model: "gpt-4o" },
    { provider: "openai", model: "gpt-4o-mini" },
    { provider: "anthropic", model: "claude-sonnet-4-5" },
  ],
};
const client = createSignalbox({ baseUrl, apiKey: server.key, reportsUsage: false });
const headers = { "content-type": "application/json", authorization: `Bearer ${server.key}` };

const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: async () => {
    const body = JSON.stringify({ ...REQUEST, include: ["ranking"] });
    const response = await fetch(`${baseUrl}/api/v1/model-select`, { method: "POST", headers, body });
    return response.json();
  },
  select: () => client.select(REQUEST),
  chat: () => client.chat(REQUEST, ({ model }) => model),
};

/** @unit microseconds a call */
async function measure(call: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let done = 0; done < CALLS_PER_ROUND; done += 1) await call();
  return ((performance.now() - startedMs) * 1000) / CALLS_PER_ROUND;
}

const times = new Map<string, number[]>(Object.keys(WAYS).map((name) => [name, []]));
try {
  for (const call of Object.values(WAYS)) await measure(call);
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [name, call] of Object.entries(WAYS)) times.get(name)?.push(await measure(call));
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}

const bare = times.get("fetch") ?? [];
for (const [name, measured] of times) {
  const ratio = spreadOf(measured.map((us, round) => us / (bare[round] ?? Number.NaN)));
  const { median, min, max } = spreadOf(measured);
  const words = [median, min, max].map((us) => us.toFixed(0)).join(", ");
  process.stdout.write(`${name}: median, min, max ${words} us a call; ${ratio.median.toFixed(2)} of fetch\n`);
}
