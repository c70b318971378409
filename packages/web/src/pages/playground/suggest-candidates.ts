// A fair first set of candidates from the catalogue: of the vendors with most models, each one's dearest and cheapest.
import type { Model } from "@signalbox/sdk";

const VENDORS = 4;

const isUsable = (model: Model): boolean =>
  !model.is_deprecated &&
  model.output_usd_per_mtok !== null &&
  model.output_usd_per_mtok > 0 &&
  model.confidence !== "low";

const priceOf = (model: Model): number => model.output_usd_per_mtok ?? 0;

export function suggestCandidates(models: readonly Model[]): string[] {
  const byVendor = Map.groupBy(models.filter(isUsable), (model) => model.vendor);
  const busiest = [...byVendor.values()].sort((a, b) => b.length - a.length).slice(0, VENDORS);
  return busiest.flatMap((list) => {
    const byPrice = list
      .toSorted((a, b) => (b.released_on ?? "").localeCompare(a.released_on ?? ""))
      .slice(0, Math.max(4, Math.ceil(list.length / 2)))
      .sort((a, b) => priceOf(b) - priceOf(a));
    const ids = [byPrice[0], byPrice.at(-1)].flatMap((model) => (model === undefined ? [] : [model.id]));
    return [...new Set(ids)];
  });
}
