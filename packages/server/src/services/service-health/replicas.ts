import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { isRecord, VERSION } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";

/** Before the id of each replica. */
const REPLICA_KEY = "replica:";

export interface Replica {
  readonly name: string;
  readonly version: string;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  readonly queuedRows: number;
  readonly isSpooling: boolean;
}

/** A newer release may write other members; missing ones are not shown. */
const isReplica = (value: unknown): value is Replica =>
  isRecord(value) && typeof value["name"] === "string" && typeof value["seenAtMs"] === "number";

export async function readReplicas({
  instance,
}: Pick<Storage, "instance">): Promise<readonly (readonly [key: string, Replica])[]> {
  const rows = await instance.list(REPLICA_KEY);
  return rows.flatMap(({ key, value }) => {
    const replica: unknown = JSON.parse(value);
    return isReplica(replica) ? [[key, replica] as const] : [];
  });
}

// Every replica writes down that it lives and how its journal does, and adds what it counted to the sums of all.
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
