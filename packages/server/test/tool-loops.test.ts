// Agents that name no session: the model that began a loop of tools ends it, whatever the shape of the client, over a restart
// and over replicas.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import type { SelectResponse } from "@signalbox/contracts";

import { agentRun, SHAPES, type ShapeName } from "./agent-runs.ts";
import { callRaw } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const RUNS = 1000;
const MODELS = [
  { provider: "openai", model: "gpt-4o-mini" },
  { provider: "openai", model: "gpt-4o" },
  { provider: "openai", model: "o3" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
  { provider: "google", model: "gemini-2.5-flash" },
  { provider: "deepseek", model: "deepseek-chat" },
];
const SHAPE_NAMES = Object.keys(SHAPES) as readonly ShapeName[];

const folder = mkdtempSync(join(tmpdir(), "signalbox-loops-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Fleet {
  /** The service that answers the next request; one run may meet several. */
  readonly next: () => TestService | Promise<TestService>;
  readonly key: string;
}

async function ask({ next, key }: Fleet, messages: readonly object[], more: object): Promise<string> {
  const service = await next();
  service.clock.ms += 1500;
  const answer = await callRaw(service, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    // Agents ask for the best plan and for cheap steps.
    payload: JSON.stringify({
      messages,
      llm_providers: MODELS,
      ...(messages.length > 2 ? { cost_quality_tradeoff: 10 } : { cost_quality_tradeoff: 0 }),
      ...more,
    }),
  });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json as SelectResponse).llm_label;
}

interface Tally {
  inside: number;
  changes: number;
}

async function runAgents(fleet: Fleet, runs: readonly number[], more: object = {}): Promise<Tally> {
  const tally = { inside: 0, changes: 0 };
  for (const run of runs) {
    let starter: string | undefined;
    for (const messages of agentRun(run, SHAPE_NAMES[run % SHAPE_NAMES.length] ?? "chat")) {
      const label = await ask(fleet, messages, more);
      if (starter !== undefined) tally.inside += 1;
      if (label !== (starter ??= label)) tally.changes += 1;
    }
  }
  return tally;
}

const runsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

test(`no model changes inside an open tool loop over ${RUNS} runs in three shapes`, async (context) => {
  const service = await startTestService();
  const fleet = { next: () => service, key: service.firstStart?.key ?? "" };
  try {
    const alone = await runAgents(fleet, runsFrom(0, 30), { find_session: false });
    assert.ok(alone.changes > 0, "The runs must be able to fail.");
    const { inside, changes } = await runAgents(fleet, runsFrom(0, RUNS));
    context.diagnostic(
      `${changes} changes in ${inside} decisions; standing alone ${alone.changes} in ${alone.inside}`,
    );
    assert.ok(inside > RUNS);
    assert.equal(changes, 0);
  } finally {
    await service.close();
  }
});

test("two runs of one task at a time keep to their own models", async () => {
  const service = await startTestService();
  const fleet = { next: () => service, key: service.firstStart?.key ?? "" };
  try {
    for (const shape of SHAPE_NAMES) {
      const [start = []] = agentRun(2, shape);
      const starter = await ask(fleet, start, {});
      assert.equal(await ask(fleet, start, {}), starter);
      for (const messages of [...agentRun(2, shape)].slice(1))
        for (const word of ["first", "second"]) {
          const own = messages.map(
            (turn) => JSON.parse(JSON.stringify(turn).replaceAll("goroutines", word)) as object,
          );
          assert.equal(await ask(fleet, own, {}), starter);
        }
    }
  } finally {
    await service.close();
  }
});

test("a restart inside the loop changes no model", async (context) => {
  const dataDir = join(folder, "restart");
  let service = await startTestService({ flags: { "data-dir": dataDir } });
  const key = service.firstStart?.key ?? "";
  let asked = 0;
  const next = async (): Promise<TestService> => {
    asked += 1;
    if (asked % 3 !== 0) return service;
    const { clock } = service;
    await service.close();
    service = await startTestService({ flags: { "data-dir": dataDir }, clock });
    return service;
  };
  try {
    const { inside, changes } = await runAgents({ next, key }, runsFrom(3, 12));
    context.diagnostic(`${changes} changes in ${inside} decisions`);
    assert.ok(inside > 15);
    assert.equal(changes, 0);
  } finally {
    await service.close();
  }
});

test("replicas that answer in turn change no model", async (context) => {
  const flags = { "data-dir": join(folder, "replicas") };
  const first = await startTestService({ flags });
  const second = await startTestService({ flags, clock: first.clock });
  let asked = 0;
  const next = (): TestService => ((asked += 1) % 2 === 0 ? first : second);
  try {
    const { inside, changes } = await runAgents({ next, key: first.firstStart?.key ?? "" }, runsFrom(0, 60));
    context.diagnostic(`${changes} changes in ${inside} decisions`);
    assert.equal(changes, 0);
  } finally {
    await second.close();
    await first.close();
  }
});

test("a decision that stood alone is found by nobody after a restart either", async () => {
  const dataDir = join(folder, "alone");
  const service = await startTestService({ flags: { "data-dir": dataDir } });
  const key = service.firstStart?.key ?? "";
  const [start = [], next = []] = [...agentRun(1, "chat")];
  await ask({ next: () => service, key }, start, { find_session: false });
  await service.close();
  const later = await startTestService({ flags: { "data-dir": dataDir }, clock: service.clock });
  try {
    const answer = await callRaw(later, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      payload: JSON.stringify({ messages: next, llm_providers: MODELS, include: ["explanation"] }),
    });
    assert.equal((answer.json as SelectResponse).explanation?.session.previous_session, null);
  } finally {
    await later.close();
  }
});
