// Whose price stands for a model: the host that the spelling names, else its own vendor, else the first host of the list.
import type { ModelPrices } from "@signalbox/contracts";
import { HOSTS, VENDORS } from "../vendors.data.ts";
import type { RecordedPrice } from "../catalog-record.ts";
import type { BookEntry } from "./price-book.ts";

/** Vendor of the catalogue -> host of the price lists that sells its models first-hand. */
const HOST_BY_VENDOR = new Map(
  VENDORS.flatMap(({ id, pricedAt }) => (pricedAt === undefined ? [] : [[id, pricedAt] as const])),
);

const HOST_BY_WORD = new Map([
  ...VENDORS.flatMap(({ spellings = [], pricedAt }) =>
    pricedAt === undefined ? [] : spellings.map((word) => [word, pricedAt] as const),
  ),
  ...HOSTS.flatMap(({ id, spellings = [] }) => spellings.map((word) => [word, id] as const)),
]);

/** Programs on the caller's own machine: a call costs nothing unless the caller states otherwise. */
export const LOCAL_HOSTS: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ id, isLocal }) => (isLocal === true ? [id] : [])),
);

/** Host of the price lists for a word of a spelling; the word itself when no record knows better. */
export function priceHostOf(word: string): string {
  return HOST_BY_VENDOR.get(word) ?? HOST_BY_WORD.get(word) ?? word;
}

/** The host at which a vendor sells its own models. */
export const hostOfVendor = (vendor: string): string => HOST_BY_VENDOR.get(vendor) ?? vendor;

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

/** The price that stands when no host is named; undefined when nobody's price is known. Free tiers never stand for a model. */
export function standingPrice(choice: PriceChoice): ModelPrices | undefined {
  const ownPrice = priceAtHost(choice, hostOfVendor(choice.vendor));
  if (ownPrice !== undefined) return ownPrice;
  const paid = choice.entries.find(({ price }) => (price.outputUsdPerMTok ?? 0) > 0);
  return paid === undefined ? choice.recorded : pricesOf(paid, choice.bookVersion);
}
