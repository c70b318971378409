import { invalid } from "@signalbox/contracts";
import { readTimestamp } from "../timestamps.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_DAYS = 7;
const WINDOW_HOURS_MAX = 24 * 366;
/** Widths of a bucket in hours, the finest that gives at most 120 buckets. */
const BUCKET_HOURS = [1, 3, 6, 12, 24, 24 * 7, 24 * 28] as const;
const BUCKETS_MAX = 120;

export interface OverviewWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucketHours: number;
}

interface WindowQuery {
  readonly from?: string;
  readonly to?: string;
}

/** Whole hours, by default the last seven days. @throws SignalboxError validation_failed */
export function readWindow(query: WindowQuery, nowMs: number): OverviewWindow {
  const givenTo = query.to === undefined ? nowMs : readTimestamp(query.to, "query.to");
  const toMs = Math.ceil((givenTo + 1) / HOUR_MS) * HOUR_MS;
  const givenFrom =
    query.from === undefined ? toMs - DEFAULT_DAYS * 24 * HOUR_MS : readTimestamp(query.from, "query.from");
  const fromMs = Math.floor(givenFrom / HOUR_MS) * HOUR_MS;
  const hours = (toMs - fromMs) / HOUR_MS;
  if (hours <= 0)
    throw invalid([{ location: "query.from", message: "It lies after `to`.", fix: "Send an earlier time." }]);
  if (hours > WINDOW_HOURS_MAX)
    throw invalid([
      { location: "query.from", message: "It spans more than 366 days.", fix: "Ask for a shorter time." },
    ]);
  const bucketHours = BUCKET_HOURS.find((width) => hours / width <= BUCKETS_MAX) ?? 24 * 28;
  // Buckets of a day or more begin at midnight UTC, so that the same day is the same bucket tomorrow.
  const alignMs = Math.min(bucketHours, 24) * HOUR_MS;
  return { fromMs: Math.floor(fromMs / alignMs) * alignMs, toMs, bucketHours };
}

/** Start of every bucket of the window, empty ones too. */
export function bucketStarts({ fromMs, toMs, bucketHours }: OverviewWindow): readonly number[] {
  const widthMs = bucketHours * HOUR_MS;
  return Array.from({ length: Math.ceil((toMs - fromMs) / widthMs) }, (_, index) => fromMs + index * widthMs);
}
