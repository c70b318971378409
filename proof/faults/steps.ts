// Steps that several runs take: what they wait for, and the PostgreSQL that they end with themselves.
import { setTimeout as delay } from "node:timers/promises";

import { startTestPostgres, type TestPostgres } from "@signalbox/storage/testing";

import type { Replica } from "../load/replica.ts";
import type { CheckedLoad } from "../load/checked-load.ts";
import type { Installation } from "../load/installation.ts";

/** @param patienceMs after which nothing more is waited for. @returns false when nothing was answered until then */
export async function untilServed({ tally }: CheckedLoad, patienceMs = Infinity): Promise<boolean> {
  const before = tally.answered.size;
  const startedMs = performance.now();
  while (tally.answered.size === before) {
    if (performance.now() - startedMs > patienceMs) return false;
    await delay(10);
  }
  return true;
}

/** Until every decision on the local disk is in the database, or the replica that brings them there has ended. */
export async function untilSpoolEmpty(installation: Installation, replica: Replica): Promise<void> {
  while (replica.isAlive() && installation.spoolFiles().length > 0) await delay(20);
}

/** Stops it whatever `work` comes to. @param isDurable whether what it commits survives its crash */
export async function withPostgres<Result>(
  isDurable: boolean,
  work: (postgres: TestPostgres) => Promise<Result>,
): Promise<Result> {
  const postgres = await startTestPostgres({ isDurable });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** "none", "3 x 503, 1 x ECONNRESET" */
export function countWords(words: readonly string[]): string {
  const counts = Map.groupBy(words, (word) => word);
  return Array.from(counts, ([word, { length }]) => `${length} x ${word}`).join(", ") || "none";
}
