// "Had every label kept its share": what the calls of a span would have cost with the mix of the thirty days before it. Each label
// is compared with the picks over the decisions that offered it, and those means are weighed by the shares.
import type { SavingsBucket, Storage } from "@signalbox/storage";

import type { OverviewWindow } from "./window.ts";

const MIX_MS = 30 * 86_400_000;

interface Weighed {
  readonly weight: number;
  readonly bucket: SavingsBucket;
}

function mixOf(startMs: number, weighed: readonly Weighed[]): SavingsBucket {
  const whole = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const decisions = weighed.reduce((most, { bucket }) => Math.max(most, bucket.decisions), 0);
  const meanOf = (member: "usd" | "routedUsd"): number =>
    weighed.reduce((sum, { weight, bucket }) => sum + (weight * bucket[member]) / bucket.decisions, 0) /
    whole;
  return { startMs, decisions, usd: decisions * meanOf("usd"), routedUsd: decisions * meanOf("routedUsd") };
}

/** Empty where nothing was decided before, or nothing of that mix is offered any more. */
export async function readMix(
  storage: Pick<Storage, "groups" | "savings">,
  accountId: string,
  window: OverviewWindow,
): Promise<readonly SavingsBucket[]> {
  const before = { fromMs: window.fromMs - MIX_MS, toMs: window.fromMs, bucketHours: MIX_MS / 3_600_000 };
  const picked = await storage.groups.read({ accountId, dimension: "label", ...before });
  const weights = new Map(picked.map(({ value, decisions }) => [value, decisions]));
  const labels = await storage.savings.readLabels({ accountId, ...window, labels: [...weights.keys()] });
  const weighed = [...labels].flatMap(([label, buckets]) =>
    buckets.map((bucket) => ({ weight: weights.get(label) ?? 0, bucket })),
  );
  const byStart = Map.groupBy(weighed, ({ bucket }) => bucket.startMs);
  return [...byStart].toSorted(([a], [b]) => a - b).map(([startMs, all]) => mixOf(startMs, all));
}
