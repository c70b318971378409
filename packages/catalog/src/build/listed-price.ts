// Whether the price package lists a model's price as the newest sources state it.
import type { TokenPrices } from "@signalbox/contracts";
import type { CatalogRecord } from "../catalog-record.ts";
import type { AliasIndex } from "../identity/alias-index.ts";
import { standingPrice } from "../prices/choose-price.ts";
import type { PriceClaims } from "../prices/price-book.ts";
import { bookEntries, claimPrices, loadBundledProviders } from "../prices/price-book.ts";

const FIELDS = [
  "inputUsdPerMTok",
  "cachedInputUsdPerMTok",
  "cacheWriteUsdPerMTok",
  "outputUsdPerMTok",
] as const satisfies readonly (keyof TokenPrices)[];
/** Lists round to the cent of a million tokens. */
const TOLERANCE = 0.005;

let claimed: { readonly index: AliasIndex; readonly claims: PriceClaims } | undefined;

function isSame(stated: TokenPrices, listed: TokenPrices): boolean {
  return FIELDS.every((field) => {
    const [a, b] = [stated[field], listed[field]];
    return a === undefined || (b !== undefined && Math.abs(a - b) <= TOLERANCE * Math.max(a, b));
  });
}

/** @param day ISO day on which both are compared */
export function isListed({ id, vendor, price }: CatalogRecord, index: AliasIndex, day: string): boolean {
  if (claimed?.index !== index) claimed = { index, claims: claimPrices(loadBundledProviders(), index) };
  const entries = bookEntries(claimed.claims.get(id) ?? [], new Date(`${day}T12:00:00Z`));
  const listed = standingPrice({ vendor, entries, recorded: undefined, bookVersion: "" });
  if (price === undefined || listed === undefined || price.next !== undefined) return false;
  const [own, other] = [price.tiers ?? [], listed.tiers ?? []];
  return (
    isSame(price, listed) &&
    own.length === other.length &&
    own.every((tier, at) => tier.aboveInputTokens === other[at]!.aboveInputTokens && isSame(tier, other[at]!))
  );
}
