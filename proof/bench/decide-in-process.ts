// The decision alone, without HTTP and journal: the wire body is read once, then decided again and again.
import { createCatalog } from "@signalbox/catalog";
import { plainInput, readSelectRequest, type DecisionInput, type Engine } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";
import { buildBody } from "./cases.ts";
import { percentile } from "../load/statistics.ts";

// The parts that the benchmarks of the decision alone share: the shipped engine, and one wire body read once.
interface DecisionBench {
  readonly engine: Engine;
  /** About 100 tokens. @param candidates at most 20 */
  readonly inputOf: (candidates: number) => DecisionInput;
}

export async function createDecisionBench(): Promise<DecisionBench> {
  const catalog = createCatalog();
  const holder = await createEngineHolder(loadConfig({ file: undefined, env: {}, flags: {} }), catalog);
  return {
    engine: holder.current,
    inputOf: (count) => {
      const body: unknown = JSON.parse(buildBody({ bytes: 1024, candidates: count, tools: 0, turns: 1 }));
      // A list of candidates that comes again, as most do: what is made of it is kept from the second time on.
      readSelectRequest(body, catalog);
      return plainInput({ ...readSelectRequest(body, catalog), explorationDraw: 0.5 });
    },
  };
}

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
  const { engine, inputOf } = await createDecisionBench();
  const input = inputOf(10);
  const timesUs: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const startedMs = performance.now();
    engine.decide(input);
    if (round >= WARM_UP) timesUs.push((performance.now() - startedMs) * 1000);
  }
  return { p50Us: percentile(timesUs, 0.5), p99Us: percentile(timesUs, 0.99) };
}
