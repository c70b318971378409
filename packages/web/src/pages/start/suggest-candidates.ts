// A fair first set of candidates from the catalogue: of the vendors whose models are known best, an able recent model and
// the cheapest of the recent ones.
import type { Model } from "@signalbox/sdk";

const VENDORS = 4;
const RECENT = 8;

const isUsable = (model: Model): boolean =>
  !model.is_deprecated &&
  model.confidence === "high" &&
  model.ability_origin !== null &&
  model.ability_origin !== "prior" &&
  (model.output_usd_per_mtok ?? 0) > 0 &&
  model.output_tokens_per_second !== null;

const priceOf = (model: Model): number => model.output_usd_per_mtok ?? 0;

export function suggestCandidates(models: readonly Model[]): string[] {
  const byVendor = Map.groupBy(models.filter(isUsable), (model) => model.vendor);
  const best = [...byVendor.values()].sort((a, b) => b.length - a.length).slice(0, VENDORS);
  return best.flatMap((list) => {
    const recent = Array.from(list)
      .sort((a, b) => (b.released_on ?? "").localeCompare(a.released_on ?? ""))
      .slice(0, RECENT)
      .sort((a, b) => priceOf(b) - priceOf(a));
    // The most expensive model of a vendor is usually a niche model.
    const ids = [recent[Math.min(1, recent.length - 1)], recent.at(-1)].flatMap((model) => model?.id ?? []);
    return Array.from(new Set(ids));
  });
}
