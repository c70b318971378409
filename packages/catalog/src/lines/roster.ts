// The newest small, middle and strong model of each vendor: what examples and default rosters name, computed on the clock.
import type { ModelFacts } from "@signalbox/contracts";
import type { Catalog } from "../create-catalog.ts";

const TIERS = ["small", "middle", "strong"] as const;
export type Tier = (typeof TIERS)[number];

export type Roster = Readonly<Record<Tier, ModelFacts>>;

/** Any member of each of three lines; its newest descendant is found by the facts. */
const ROOTS: Readonly<Record<string, readonly [small: string, middle: string, strong: string]>> = {
  anthropic: ["anthropic/claude-haiku-4.5", "anthropic/claude-sonnet-4.6", "anthropic/claude-opus-4.8"],
  openai: ["openai/gpt-5.6-luna", "openai/gpt-5.6-terra", "openai/gpt-5.6-sol"],
  google: ["google/gemini-3.1-flash-lite", "google/gemini-3.5-flash", "google/gemini-3.1-pro-preview"],
  mistral: ["mistral/mistral-small-2603", "mistral/mistral-medium-2604", "mistral/mistral-large-2512"],
  qwen: ["qwen/qwen3.6-flash", "qwen/qwen3.6-plus", "qwen/qwen3.7-max"],
};

/** Vendors with three sizes of models that have a price and will be served for 90 days, on the catalogue's clock. */
export function listRosters(catalog: Pick<Catalog, "headOf">): ReadonlyMap<string, Roster> {
  return new Map(
    Object.entries(ROOTS).flatMap(([vendor, roots]) => {
      const [small, middle, strong] = roots.map((id) => catalog.headOf(id));
      return small && middle && strong ? [[vendor, { small, middle, strong }] as const] : [];
    }),
  );
}

/** Three models for an example: a small and a strong one of one vendor, a middle one of another. */
export function exampleIds(catalog: Pick<Catalog, "headOf">): readonly string[] {
  const rosters = listRosters(catalog);
  const [openai, anthropic] = [rosters.get("openai"), rosters.get("anthropic")];
  return [openai?.small, openai?.strong, anthropic?.middle].flatMap((facts) => facts?.id ?? []);
}

/**
 * Ids of the newest models of the vendors, from small to strong.
 * @example newestIds(catalog, ["anthropic"]) // ["anthropic/claude-haiku-5.5", "anthropic/claude-sonnet-5.5", ...]
 */
export function newestIds(catalog: Pick<Catalog, "headOf">, vendors: readonly string[]): readonly string[] {
  const rosters = listRosters(catalog);
  return vendors.flatMap((vendor) => {
    const roster = rosters.get(vendor);
    return roster === undefined ? [] : TIERS.map((tier) => roster[tier].id);
  });
}
