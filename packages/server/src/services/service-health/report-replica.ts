// Every replica writes down that it lives and how its journal does, and adds what it counted to the sums of all.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

import { VERSION } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { readReplicas, REPLICA_KEY, type Replica } from "./replicas.ts";

export const REPORT_EVERY_MS = 20_000;
const DAY_MS = 86_400_000;
const COUNTS_KEPT_MS = 400 * DAY_MS;

export interface ReplicaReporter {
  readonly report: () => Promise<void>;
  /** Forgets replicas that are long gone, and old sums. */
  readonly purge: () => Promise<void>;
  /** The last sums; the replica is no longer expected. */
  readonly close: () => Promise<void>;
}

export function createReplicaReporter(context: ServiceContext): ReplicaReporter {
  const { storage, clock, journal, tally, logger } = context;
  const key = `${REPLICA_KEY}${randomUUID()}`;
  const own = { name: hostname(), version: VERSION, startedAtMs: clock.nowMs() };
  const writeCounts = async (): Promise<void> => {
    const counts = tally.take();
    try {
      await storage.serviceCounts.add(counts);
    } catch (error) {
      tally.putBack(counts);
      throw error;
    }
  };
  return {
    report: async () => {
      const replica: Replica = {
        ...own,
        seenAtMs: clock.nowMs(),
        queuedRows: journal.figures().queuedRows,
        isSpooling: journal.isSpooling,
      };
      await storage.instance.set(key, JSON.stringify(replica));
      await writeCounts();
    },
    purge: async () => {
      const nowMs = clock.nowMs();
      for (const [id, { seenAtMs }] of await readReplicas(storage))
        if (seenAtMs < nowMs - DAY_MS) await storage.instance.delete(id);
      await storage.serviceCounts.purge({ beforeMs: nowMs - COUNTS_KEPT_MS });
    },
    close: async () => {
      try {
        await writeCounts();
        await storage.instance.delete(key);
      } catch (cause) {
        logger.warn({ cause }, "the last figures of this replica were not written");
      }
    },
  };
}
