// Counts what this process answers until the sums are written to the database, where the dashboard reads those of all replicas.
import { latencyBucket, type ServiceCount, type ServiceCountName } from "@signalbox/storage";

import type { Clock } from "./clock.ts";

const HOUR_MS = 3_600_000;
const OVERLOADED = 503;
const LIMITED = 429;

export interface Answered {
  readonly status: number;
  readonly durationMs: number;
  /** Whether a decision was asked for: its duration counts. */
  readonly isDecision: boolean;
}

export interface ServiceTally {
  note(answered: Answered): void;
  /** Counts since the last call. */
  take(): readonly ServiceCount[];
  /** Takes back counts that could not be written. */
  putBack(counts: readonly ServiceCount[]): void;
}

const faultOf = (status: number): ServiceCountName | undefined => {
  if (status === OVERLOADED) return "shed";
  if (status === LIMITED) return "limited";
  return status >= 500 ? "errors" : undefined;
};

export function createServiceTally(clock: Clock): ServiceTally {
  const counts = new Map<string, { -readonly [Name in keyof ServiceCount]: ServiceCount[Name] }>();
  const add = ({ hourMs, name, bucket, count }: ServiceCount): void => {
    const key = `${hourMs} ${name} ${bucket}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { hourMs, name, bucket, count });
    else known.count += count;
  };
  return {
    note: ({ status, durationMs, isDecision }) => {
      const nowMs = clock.nowMs();
      const one = { hourMs: nowMs - (nowMs % HOUR_MS), bucket: 0, count: 1 };
      add({ ...one, name: "requests" });
      const fault = faultOf(status);
      if (fault !== undefined) add({ ...one, name: fault });
      if (isDecision && status === 200)
        add({ ...one, name: "latency", bucket: latencyBucket(durationMs * 1000) });
    },
    take: () => {
      const taken = [...counts.values()];
      counts.clear();
      return taken;
    },
    putBack: (taken) => {
      taken.forEach(add);
    },
  };
}
