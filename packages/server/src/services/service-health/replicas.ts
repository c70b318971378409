import { isRecord } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";

/** Before the id of each replica. */
export const REPLICA_KEY = "replica:";

export interface Replica {
  readonly name: string;
  readonly version: string;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  readonly queuedRows: number;
  readonly isSpooling: boolean;
}

/** A newer release may write other members; what is missing is not shown. */
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
