import type { Storage } from "@signalbox/storage";

import { judgeDrift, type DriftRow } from "./judge-drift.ts";

/** Reports of decisions older than this say little about today's models. */
const DRIFT_WINDOW_MS = 30 * 86_400_000;

export async function readDrift(
  storage: Storage,
  accountId: string,
  nowMs: number,
): Promise<readonly DriftRow[]> {
  const statistics = await storage.feedback.statistics({
    accountId,
    fromMs: nowMs - DRIFT_WINDOW_MS,
    toMs: nowMs + 1,
  });
  return statistics.map(judgeDrift);
}
