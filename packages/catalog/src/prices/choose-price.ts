// The host whose price applies: the named one, else the vendor, else the first host of the list.
import type { ModelPrices } from "@signalbox/contracts";
import { hostOfVendor } from "../host-words.ts";
import type { RecordedPrice } from "../catalog-record.ts";
import type { BookEntry } from "./price-book.ts";

export interface PriceChoice {
  readonly vendor: string;
  readonly entries: readonly BookEntry[];
  readonly recorded: RecordedPrice | undefined;
  /** Version of the price package, for the source. */
  readonly bookVersion: string;
}

function pricesOf(entry: BookEntry, bookVersion: string): ModelPrices {
  return { ...entry.price, source: entry.source ?? `${bookVersion} (${entry.host})` };
}

/** The entry of one host; undefined when that host's price is not known. */
export function priceAtHost(choice: PriceChoice, host: string): ModelPrices | undefined {
  const entry = choice.entries.find((each) => each.host === host);
  return entry === undefined ? undefined : pricesOf(entry, choice.bookVersion);
}

/** The price without a named host; undefined when no price is known. Free tiers never count. */
export function standingPrice(choice: PriceChoice): ModelPrices | undefined {
  const ownPrice = priceAtHost(choice, hostOfVendor(choice.vendor));
  if (ownPrice !== undefined) return ownPrice;
  const paid = choice.entries.find(({ price }) => (price.outputUsdPerMTok ?? 0) > 0);
  return paid === undefined ? choice.recorded : pricesOf(paid, choice.bookVersion);
}
