// The decision alone, without HTTP and journal: the wire body is read once, then decided again and again.
import { createCatalog } from "@signalbox/catalog";
import { readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";

import { buildBody } from "./cases.ts";
import { percentile } from "./statistics.ts";

const WARM_UP = 5_000;
const ROUNDS = 20_000;

export interface DecideResult {
  /** @unit microseconds */
  readonly p50Us: number;
  /** @unit microseconds */
  readonly p99Us: number;
}

/** About 100 tokens and 10 candidates. */
export async function measureDecide(): Promise<DecideResult> {
  const catalog = createCatalog();
  const engine = await createEngineHolder(loadConfig({ file: undefined, env: {}, flags: {} }), catalog);
  const body: unknown = JSON.parse(buildBody({ bytes: 1024, candidates: 10, tools: 0, turns: 1 }));
  const { messages, tools, candidates, tradeoff } = readSelectRequest(body, catalog);
  const input = {
    messages,
    tools,
    candidates,
    tradeoff,
    costQualityTradeoff: undefined,
    maxModelDepth: undefined,
    preference: undefined,
    session: undefined,
    learned: undefined,
    observedLatency: new Map(),
    explorationDraw: 0.5,
  };
  const timesUs: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const startedMs = performance.now();
    engine.current.decide(input);
    if (round >= WARM_UP) timesUs.push((performance.now() - startedMs) * 1000);
  }
  return { p50Us: percentile(timesUs, 0.5), p99Us: percentile(timesUs, 0.99) };
}
