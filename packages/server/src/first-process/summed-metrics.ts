// The metrics of all workers as one text, for the worker that a scraper happened to reach.
import { AggregatorRegistry } from "prom-client";

import type { WorkerMetrics } from "../workers/worker-link.ts";

/** A worker that is busy for longer is left out of this scrape. */
const PATIENCE_MS = 2_000;

interface Round {
  missing: number;
  readonly collected: WorkerMetrics[];
  readonly end: () => void;
}

interface MetricsCollector {
  /** @param ask sends the number of the round to every worker, and says how many it asked */
  collect(ask: (round: number) => number): Promise<string>;
  take(round: number, metrics: WorkerMetrics): void;
}

export function createMetricsCollector(): MetricsCollector {
  const rounds = new Map<number, Round>();
  let lastRound = 0;
  return {
    collect: async (ask) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      lastRound += 1;
      const number = lastRound;
      const round: Round = { missing: 0, collected: [], end: resolve };
      rounds.set(number, round);
      round.missing = ask(number);
      const timer = setTimeout(resolve, PATIENCE_MS);
      if (round.missing > 0) await promise;
      clearTimeout(timer);
      rounds.delete(number);
      return AggregatorRegistry.aggregate([...round.collected]).metrics();
    },
    take: (number, metrics) => {
      const round = rounds.get(number);
      if (round === undefined) return;
      round.collected.push(metrics);
      round.missing -= 1;
      if (round.missing === 0) round.end();
    },
  };
}
