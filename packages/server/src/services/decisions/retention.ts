// Retention in the background: by a time that a wrong clock of the machine does not move, and never most of an account without a day's
// notice.
import { perContext } from "../per-context.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { createRetentionClock, type RetentionClock } from "./retention-clock.ts";
import { purgeOldData, type DeletionShares } from "./purge-old-data.ts";

const DAY_MS = 86_400_000;
/** Share of the decisions that stay; a day's part of the retention is deleted each day anyway. */
const DAILY_SHARE = 0.25;
/** Fewer are deleted on any day. */
const DAILY_MIN = 1_000;

interface Day {
  readonly startMs: number;
  readonly deleted: number;
  /** Since when the rest has been waiting; undefined where nothing waits. */
  readonly heldMs: number | undefined;
}

interface Retention {
  readonly clock: RetentionClock;
  /** Accounts of whose decisions more is due than a day's share, and since when that has been announced. @unit epoch milliseconds */
  readonly held: ReadonlyMap<string, number>;
}

export function createDailyShares(clock: RetentionClock): Retention & DeletionShares {
  const days = new Map<string, Day>();
  const held = new Map<string, number>();
  const dayOf = (id: string): Day => {
    const known = days.get(id);
    const nowMs = clock.nowMs();
    if (known !== undefined && nowMs - known.startMs < DAY_MS) return known;
    return { startMs: nowMs, deleted: 0, heldMs: known?.heldMs };
  };
  return {
    clock,
    held,
    allowed: ({ id, days: kept, stay }) => {
      const { deleted, heldMs } = dayOf(id);
      if (heldMs !== undefined && clock.nowMs() - heldMs >= DAY_MS) return Infinity;
      const share = Math.floor(stay * Math.max(DAILY_SHARE, 2 / kept));
      return Math.max(0, Math.max(DAILY_MIN, share) - deleted);
    },
    note: (id, deleted, isMoreDue) => {
      const day = dayOf(id);
      const heldMs = isMoreDue ? (day.heldMs ?? clock.nowMs()) : undefined;
      days.set(id, { ...day, deleted: day.deleted + deleted, heldMs });
      if (heldMs === undefined) held.delete(id);
      else held.set(id, heldMs);
    },
  };
}

/** Shares of the day, and the time that retention goes by. */
export const retentionOf = perContext((context) => createDailyShares(createRetentionClock(context)));

/** @param forget what was learned of an account's deleted decisions */
export function createRetention(
  context: ServiceContext,
  forget: (accountId: string) => Promise<void>,
): () => Promise<void> {
  const shares = retentionOf(context);
  const purging = { ...context, clock: shares.clock };
  return async () => {
    await shares.clock.advance();
    await purgeOldData(purging, forget, shares);
  };
}
