// Limits on the reports of one key: so many reports a model and day, and no silence about a key that alone moves what is expected
// of a model.
import type { FeedbackEvidence } from "@signalbox/engine/learn";

const DAY_MS = 86_400_000;

/** @param rows newest first. @returns the newest of each key, model and day, up to `max` */
export function capReports(rows: readonly FeedbackEvidence[], max: number): readonly FeedbackEvidence[] {
  const counts = new Map<string, number>();
  return rows.filter(({ keyId, arm, reportedAtMs }) => {
    const bucket = `${keyId}\0${arm}\0${Math.floor(reportedAtMs / DAY_MS)}`;
    const count = (counts.get(bucket) ?? 0) + 1;
    counts.set(bucket, count);
    return count <= max;
  });
}

export interface Mover {
  readonly keyId: string;
  readonly arm: string;
  /** Its reports of the model. */
  readonly reports: number;
  /** Mean of what all other keys report. @range 0..1 */
  readonly without: number;
  /** Mean of all reports. @range 0..1 */
  readonly with: number;
}

/** As many reports on either side say something. */
const REPORTS_MIN = 20;
/** A smaller move is within what traffic of different products differs by. */
const MOVE_MIN = 0.15;

interface Sum {
  count: number;
  sum: number;
}

const add = (sums: Map<string, Sum>, name: string, outcome: number): void => {
  const sum = sums.get(name) ?? { count: 0, sum: 0 };
  sum.count += 1;
  sum.sum += outcome;
  sums.set(name, sum);
};

/** By model the key with most reports, where it alone moves the mean of what other keys report as well. */
export function findMovers(rows: readonly FeedbackEvidence[]): readonly Mover[] {
  return Array.from(Map.groupBy(rows, ({ arm }) => arm)).flatMap(([arm, reports]) => {
    const keys = new Map<string, Sum>();
    for (const { keyId, outcome } of reports) add(keys, keyId, outcome);
    const total = reports.reduce((sum, { outcome }) => sum + outcome, 0);
    const [most] = Array.from(keys).toSorted(([, left], [, right]) => right.count - left.count);
    if (most === undefined) return [];
    const [keyId, { count, sum }] = most;
    const others = reports.length - count;
    if (count < REPORTS_MIN || others < REPORTS_MIN) return [];
    const without = (total - sum) / others;
    const all = total / reports.length;
    return Math.abs(all - without) < MOVE_MIN ? [] : [{ keyId, arm, reports: count, without, with: all }];
  });
}
