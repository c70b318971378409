// The decision alone, without HTTP and journal: the wire body is read once, then decided again and again.
import { createDecisionBench } from "./decision-input.ts";
import { percentile } from "../load/statistics.ts";

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
