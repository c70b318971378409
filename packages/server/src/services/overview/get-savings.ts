// Savings of routing, bucket by bucket, beside one way of not routing; from hourly sums alone.
import type { SavingsBucket, Storage } from "@signalbox/storage";
import type { OverviewSavings, OverviewSavingsQuery } from "@signalbox/contracts";
import { invalid } from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";
import { createSavingSum } from "./saving-interval.ts";
import { bucketStarts, readWindow, type OverviewWindow } from "./window.ts";

// "Had every label kept its share": what the calls of a span would have cost with the mix of the thirty days before it. Each label
// is compared with the picks over the decisions that offered it, and those means are weighed by the shares.
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
async function readMix(
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

type Added = Pick<OverviewSavings, "decisions" | "usd" | "routed_usd" | "saved_usd" | "low" | "high">;

/** Entries of every bucket, each with all that came before it. */
function addUp(
  buckets: readonly SavingsBucket[],
  window: OverviewWindow,
): readonly (Added & { at: string })[] {
  const byStart = new Map(buckets.map((bucket) => [bucket.startMs, bucket]));
  const sum = createSavingSum();
  let [decisions, usd, routedUsd] = [0, 0, 0];
  return bucketStarts(window).map((startMs) => {
    const bucket = byStart.get(startMs);
    if (bucket !== undefined) {
      decisions += bucket.decisions;
      usd += bucket.usd;
      routedUsd += bucket.routedUsd;
      sum.add({ decisions: bucket.decisions, savedUsd: bucket.usd - bucket.routedUsd });
    }
    const saved = usd - routedUsd;
    const half = sum.halfWidth();
    return {
      at: toIso(startMs),
      decisions: Math.round(decisions),
      usd,
      routed_usd: routedUsd,
      saved_usd: saved,
      low: half === undefined ? null : saved - half,
      high: half === undefined ? null : saved + half,
    };
  });
}

interface Asked {
  readonly accountId: string;
  readonly window: OverviewWindow;
  readonly baseline: OverviewSavings["baseline"];
  readonly label: string | undefined;
}

function readBuckets(context: ServiceContext, asked: Asked): Promise<readonly SavingsBucket[]> {
  const { accountId, window, baseline, label } = asked;
  const { savings } = context.storage;
  if (baseline === "named") return savings.readReported({ accountId, ...window });
  if (baseline === "mix_before") return readMix(context.storage, accountId, window);
  if (baseline !== "fixed") {
    const kind = baseline === "cheapest" ? "cheapest" : "best";
    return savings.read({ accountId, ...window, baseline: { kind } });
  }
  if (label === undefined || label === "")
    throw invalid([
      {
        location: "query.label",
        message: "`fixed` needs a label.",
        fix: "Name the label that is always called.",
      },
    ]);
  return savings.read({ accountId, ...window, baseline: { kind: "label", label } });
}

const NOTHING: Added = { decisions: 0, usd: 0, routed_usd: 0, saved_usd: 0, low: null, high: null };

/** @throws SignalboxError validation_failed */
export async function getSavings(
  context: ServiceContext,
  caller: Caller,
  query: OverviewSavingsQuery,
): Promise<OverviewSavings> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const window = readWindow(query, context.clock.nowMs());
  const { baseline = "cheapest", label } = query;
  const series = addUp(await readBuckets(context, { accountId, window, baseline, label }), window);
  const { decisions, usd, routed_usd, saved_usd, low, high } = series.at(-1) ?? NOTHING;
  return {
    from: toIso(window.fromMs),
    to: toIso(window.toMs),
    bucket_s: window.bucketHours * 3600,
    baseline,
    label: baseline === "fixed" ? (label ?? null) : null,
    decisions,
    usd,
    routed_usd,
    saved_usd,
    low,
    high,
    series: [...series],
  };
}
