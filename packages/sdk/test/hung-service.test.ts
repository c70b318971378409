// A service that takes connections and never answers: what its callers wait for.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";

import { createSignalbox } from "../src/index.ts";
import { serve } from "../test/support/serve.ts";

const REQUEST = {
  messages: "hello",
  llm_providers: [
    { provider: "openai", model: "gpt-5.4-mini" },
    { provider: "openai", model: "gpt-6-luna" },
  ],
} as const;
const ANSWER = JSON.stringify({ llm_label: "openai/gpt-5.4-mini", providers: [], session_id: "s" });

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const startedMs = performance.now();
  return { value: await work, ms: performance.now() - startedMs };
}

test("while the service hangs the first caller with a fallback waits a second, the next ones under 5 ms", async (context) => {
  let isHung = true;
  const { baseUrl } = await serve(context, (request, response) => {
    if (!isHung) response.end(request.url === "/livez" ? "{}" : ANSWER);
  });
  const states: string[] = [];
  const client = createSignalbox({
    baseUrl,
    fallback: "openai/gpt-6-luna",
    onHealth: ({ state }) => states.push(state),
  });
  const first = await timed(client.select(REQUEST));
  assert.equal(first.value.llm_label, "openai/gpt-6-luna");
  assert.ok(first.ms > 900 && first.ms < 1300, `${first.ms} ms`);
  assert.equal(client.health().state, "open");
  const later: number[] = [];
  for (let i = 0; i < 200; i += 1) later.push((await timed(client.select(REQUEST))).ms);
  later.sort((a, b) => a - b);
  context.diagnostic(`first ${first.ms.toFixed(0)} ms, later median ${later[100]?.toFixed(3)} ms`);
  assert.ok((later[190] ?? Infinity) < 5, `${later[190]} ms at p95`);
  isHung = false;
  for (let i = 0; i < 100 && client.health().state !== "closed"; i += 1) {
    await client.select(REQUEST);
    await sleep(50);
  }
  assert.equal((await client.select(REQUEST)).origin, "service");
  assert.equal(states[0], "open");
  assert.equal(states.at(-1), "closed");
});

test("without a fallback a hung service is asked on, and an own limit of the first byte holds", async (context) => {
  const { baseUrl } = await serve(context, () => undefined);
  let asked = 0;
  const send: typeof fetch = (...args) => {
    asked += 1;
    return fetch(...args);
  };
  const client = createSignalbox({ baseUrl, firstByteTimeoutMs: 40, retries: 0, fetch: send });
  for (let i = 1; i <= 2; i += 1) {
    const { ms, value } = await timed(client.select(REQUEST).catch((error: unknown) => error));
    assert.ok(value instanceof Error && value.message.startsWith("timeout"));
    assert.ok(ms < 1000, `${ms} ms`);
    assert.equal(asked, i);
  }
});
