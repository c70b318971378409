// The time by which retention deletes. A machine whose clock is months ahead for an hour would otherwise delete the journal: what the
// clock says beyond the time that passed since the last round is believed only when it has said so for a day.
import { allPages } from "../accounts/all-pages.ts";
import type { ServiceContext } from "../../context/service-context.ts";

/** Clocks are set by seconds; summer time is no jump of them. @unit milliseconds */
const TOLERATED_MS = 3_600_000;
/** @unit milliseconds in which the service ran */
const BELIEVED_AFTER_MS = 86_400_000;
const KEY = "retention.clock";

interface Mark {
  /** Epoch milliseconds. */
  readonly ms: number;
  /** How long the machine's clock has been ahead of it, counted while the service ran. @unit milliseconds */
  readonly aheadMs: number;
}

export interface RetentionClock {
  /** Epoch milliseconds; never ahead of the machine's clock. */
  nowMs(): number;
  /** How far the machine's clock is ahead of the time that is believed; 0 where it is believed. @unit milliseconds */
  readonly distrustedMs: number;
  /** Before each round of deletions. */
  advance(): Promise<void>;
}

function parseMark(text: string): Mark | undefined {
  const [ms, aheadMs] = text.split(" ").map(Number);
  return Number.isFinite(ms) && Number.isFinite(aheadMs) ? ({ ms, aheadMs } as Mark) : undefined;
}

/** @returns epoch milliseconds; undefined where no account has decisions */
async function newestRowMs({ storage }: Pick<ServiceContext, "storage">): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const { id: accountId } of allPages((page) => storage.accounts.list(page))) {
    const [row] = (await storage.decisions.list({ accountId, limit: 1 })).items;
    if (row !== undefined) newest = Math.max(newest ?? row.createdAtMs, row.createdAtMs);
  }
  return newest;
}

/** @param passedMs since the mark, by the monotonic clock */
export function advanceMark(mark: Mark, wallMs: number, passedMs: number): Mark {
  const expectedMs = mark.ms + passedMs;
  const aheadMs = mark.aheadMs + passedMs;
  if (wallMs <= expectedMs + TOLERATED_MS || aheadMs >= BELIEVED_AFTER_MS) return { ms: wallMs, aheadMs: 0 };
  return { ms: expectedMs, aheadMs };
}

type Parts = Pick<ServiceContext, "storage" | "clock" | "logger">;

/** @param monotonicMs the monotonic clock */
export function createRetentionClock(
  parts: Parts,
  monotonicMs = (): number => performance.now(),
): RetentionClock {
  const { storage, clock, logger } = parts;
  let mark: Mark | undefined;
  let distrustedMs = 0;
  let lastMs = monotonicMs();
  const load = async (): Promise<Mark> => {
    const stored = parseMark((await storage.instance.find(KEY)) ?? "");
    return stored ?? { ms: (await newestRowMs(parts)) ?? clock.nowMs(), aheadMs: 0 };
  };
  return {
    nowMs: () => Math.min(mark?.ms ?? -Infinity, clock.nowMs()),
    get distrustedMs() {
      return distrustedMs;
    },
    advance: async () => {
      const isFirst = mark === undefined;
      const before = mark ?? (await load());
      const nowMs = monotonicMs();
      const wallMs = clock.nowMs();
      mark = advanceMark(before, wallMs, isFirst ? 0 : nowMs - lastMs);
      lastMs = nowMs;
      const wasBelieved = distrustedMs === 0;
      distrustedMs = mark.ms === wallMs ? 0 : wallMs - mark.ms;
      if (wasBelieved && distrustedMs > 0)
        logger.warn(
          { ahead_ms: distrustedMs },
          "the clock of this machine is ahead of the newest data: retention deletes by the old time for a day",
        );
      await storage.instance.set(KEY, `${mark.ms} ${mark.aheadMs}`);
    },
  };
}
