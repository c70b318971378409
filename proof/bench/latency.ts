// Latency under an open loop: medians of rounds that send at the same random moments.
import { mulberry32 } from "@signalbox/engine/numerics";

import { runOpenLoop, type OpenLoopResult } from "../load/open-loop.ts";
import type { Target } from "../load/raw-client.ts";
import { spreadOf } from "../load/statistics.ts";
import type { Rounds } from "./throughput.ts";

export async function measureLatency(
  target: Target,
  requestsPerSecond: number,
  { rounds, durationMs }: Rounds,
): Promise<OpenLoopResult> {
  const results: OpenLoopResult[] = [];
  for (let round = 0; round < rounds; round += 1)
    results.push(
      await runOpenLoop({ target, requestsPerSecond, durationMs, random: mulberry32(42 + round) }),
    );
  const median = (read: (result: OpenLoopResult) => number): number => spreadOf(results.map(read)).median;
  return {
    p50Ms: median((result) => result.p50Ms),
    p99Ms: median((result) => result.p99Ms),
    sent: results.reduce((sum, result) => sum + result.sent, 0),
    faults: results.reduce((sum, result) => sum + result.faults, 0),
  };
}
