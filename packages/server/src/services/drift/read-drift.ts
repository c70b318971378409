import type { FeedbackStatistic, Storage } from "@signalbox/storage";

import { judgeDrift, type DriftRow } from "./judge-drift.ts";

/** Reports of decisions older than this say little about today's models. */
export const DRIFT_WINDOW_MS = 30 * 86_400_000;

export function readStatistics(
  storage: Storage,
  accountId: string,
  nowMs: number,
): Promise<readonly FeedbackStatistic[]> {
  return storage.feedback.statistics({ accountId, fromMs: nowMs - DRIFT_WINDOW_MS, toMs: nowMs + 1 });
}

export async function readDrift(
  storage: Storage,
  accountId: string,
  nowMs: number,
): Promise<readonly DriftRow[]> {
  return (await readStatistics(storage, accountId, nowMs)).map(judgeDrift);
}
