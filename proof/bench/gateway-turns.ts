// The processor time that the gateway adds to a turn of an agent: this state, an earlier one and a bare pass-through in turn.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { startFakeProvider } from "../../packages/gateway/test/fake-provider.ts";
import { startChildServer, type ChildServer } from "../load/child-server.ts";

/** Calls of a round: one session of an agent, whose first call alone has a new turn of a person. */
const STEPS = 20;
const SESSIONS = 3;
const WARM_ROUNDS = 6;
/** Reports of calls are written together, a second after them at the latest. */
const SETTLE_MS = 1_500;
const CANDIDATES =
  "anthropic/claude-haiku-4-5,anthropic/claude-sonnet-5,anthropic/claude-opus-4-8,openai/gpt-5.4-nano,openai/gpt-5.4-mini,openai/gpt-5.5";

const SYSTEM = "You are an agent that works on software. ".repeat(300);
const TOOLS = Array.from({ length: 24 }, (_, at) => ({
  name: `tool_${at}`,
  description: "Does something with a file of the project. ".repeat(16),
  input_schema: { type: "object", properties: { path: { type: "string" } } },
}));

function bodyOf(session: number, steps: number): string {
  const asked = `Rename variable ${session} in the parser, run its tests. ${"Line of a file. ".repeat(120)}`;
  const work = Array.from({ length: steps }, (_, step) => {
    const id = `call_${session}_${step}_${"x".repeat(16)}`;
    const result = `${step}: export const part = read(source); `.repeat(12);
    const called = { type: "tool_use", id, name: "tool_1", input: { path: `src/part-${step}.ts` } };
    return [
      { role: "assistant", content: [called] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] },
    ];
  });
  const messages = [{ role: "user", content: asked }, ...work.flat()];
  return JSON.stringify({
    model: "auto",
    max_tokens: 32_000,
    stream: true,
    system: SYSTEM,
    tools: TOOLS,
    messages,
  });
}

async function call(server: ChildServer, session: number, steps: number): Promise<void> {
  const answer = await fetch(new URL("/v1/messages", server.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "sk-ant-bench",
      "x-claude-code-session-id": `session-${session}`,
    },
    body: bodyOf(session, steps),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`A turn was answered by ${answer.status}.`);
}

/** @returns milliseconds of processor time for a call */
async function roundMs(server: ChildServer, round: number): Promise<number> {
  const beforeMs = server.processorMs();
  for (let at = 0; at < SESSIONS; at += 1)
    for (let steps = 0; steps < STEPS; steps += 1) await call(server, round * SESSIONS + at, steps);
  await delay(SETTLE_MS);
  return (server.processorMs() - beforeMs) / (SESSIONS * STEPS);
}

export interface TurnTimes {
  /** Rows: bare pass-through, this state, each earlier one; columns: rounds. @unit milliseconds a call */
  readonly times: readonly (readonly number[])[];
  readonly bytes: readonly [least: number, most: number];
}

/** @param folders of this state and of earlier ones */
export async function measureTurns(folders: readonly string[], rounds: number): Promise<TurnTimes> {
  const provider = await startFakeProvider(() => {
    // Calls that are kept would be copied by the collector for as long as the run lasts.
    provider.got.length = 0;
    return {};
  });
  const dataRoot = mkdtempSync(join(tmpdir(), "signalbox-turns-"));
  const servers = [await startChildServer(join(import.meta.dirname, "pass-through.ts"), [provider.url])];
  try {
    for (const [at, folder] of folders.entries()) {
      const flags = ["--port", "0", "--upstream", provider.url, "--candidates", CANDIDATES];
      const data = ["--data-dir", join(dataRoot, String(at))];
      const args = ["gateway", "--json", "--no-dashboard", ...flags, ...data];
      servers.push(await startChildServer(join(folder, "packages/cli/src/main.ts"), args));
    }
    const times = servers.map((): number[] => []);
    for (let round = -WARM_ROUNDS; round < rounds; round += 1)
      // The order turns about, since the second of two is measured with a warmer machine.
      for (const at of round % 2 === 0 ? servers.keys() : [...servers.keys()].toReversed()) {
        const server = servers[at];
        const ms = server === undefined ? Number.NaN : await roundMs(server, round + WARM_ROUNDS);
        if (round >= 0) times[at]?.push(ms);
      }
    return { times, bytes: [bodyOf(0, 0).length, bodyOf(0, STEPS - 1).length] };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await provider.close();
    rmSync(dataRoot, { recursive: true, force: true });
  }
}
