// The cost of the adapters beside the same done by hand, a selection and then the call of the model it named:
// `node proof/bench/adapters.ts [--rounds N] [--words N]`. One streamed answer at a time, in interleaved rounds against one service
// and one provider on sockets, so that ratios hold whatever else the machine does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createSignalbox } from "@signalbox/sdk";
import { signalbox } from "@signalbox/sdk/ai-sdk";
import { withSignalbox } from "@signalbox/sdk/openai";
import { streamText } from "ai";
import OpenAI from "openai";

import { startFakeProvider } from "../load/fake-provider.ts";
import { startChildServer } from "../load/child-server.ts";
import { spreadOf } from "../load/statistics.ts";

const CALLS_PER_ROUND = 20;
const PROMPT = "Which of these functions is the slower one, and why?";
const MESSAGES = [{ role: "user" as const, content: PROMPT }];
const MODELS = { "openai/gpt-4o": "gpt-4o", "openai/gpt-4o-mini": "gpt-4o-mini" };
const MAIN = join(import.meta.dirname, "../../packages/cli/src/main.ts");

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, words: { type: "string", default: "1000" } },
});
const text = Array.from({ length: Number(values.words) }, (_, index) => `word${index}`).join(" ");
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-adapters-"));
const args = ["serve", "--no-dashboard", "--json", "--port", "0", "--data-dir", dataDir];
const server = await startChildServer(MAIN, args);
const provider = await startFakeProvider(() => ({ text }));
const client = createSignalbox({ baseUrl: server.url.origin, apiKey: server.key, reportsUsage: false });

const openai = new OpenAI({ baseURL: provider.url, apiKey: "provider-key" });
const routed = withSignalbox(openai, { client, models: MODELS });
const compatible = createOpenAICompatible({ name: "openai", baseURL: provider.url, apiKey: "provider-key" });
const model = signalbox([compatible("gpt-4o"), compatible("gpt-4o-mini")], { client });

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

const complete = async (from: OpenAI, name: string): Promise<void> =>
  drain(await from.chat.completions.create({ model: name, messages: MESSAGES, stream: true }));

async function select(): Promise<"gpt-4o" | "gpt-4o-mini"> {
  const llm_providers = Object.keys(MODELS).map((label) => ({ model: label }));
  const { llm_label } = await client.select({ messages: MESSAGES, llm_providers });
  return llm_label.endsWith("mini") ? "gpt-4o-mini" : "gpt-4o";
}

/** Each way by hand, and through its adapter. */
const PAIRS: readonly (readonly [name: string, byHand: () => Promise<void>, adapted: () => Promise<void>])[] =
  [
    ["OpenAI SDK", async () => complete(openai, await select()), () => complete(routed, "signalbox/auto")],
    [
      "AI SDK",
      async () => drain(streamText({ model: compatible(await select()), prompt: PROMPT }).textStream),
      () => drain(streamText({ model, prompt: PROMPT }).textStream),
    ],
  ];

/** @unit milliseconds a call */
async function measure(call: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  for (let done = 0; done < CALLS_PER_ROUND; done += 1) await call();
  return (performance.now() - startedMs) / CALLS_PER_ROUND;
}

try {
  for (const [name, byHand, adapted] of PAIRS) {
    await measure(byHand);
    await measure(adapted);
    const differences: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const byHandMs = await measure(byHand);
      const adaptedMs = await measure(adapted);
      differences.push(adaptedMs - byHandMs);
      ratios.push(adaptedMs / byHandMs);
    }
    const { median, min, max } = spreadOf(differences);
    const words = [median, min, max].map((ms) => ms.toFixed(2)).join(", ");
    process.stdout.write(
      `${name}: ${spreadOf(ratios).median.toFixed(2)} of the same by hand; median, min, max ${words} ms more a call\n`,
    );
    provider.reset(() => ({ text }));
  }
} finally {
  await provider.close();
  await server.stop();
  rmSync(dataDir, { recursive: true });
}
