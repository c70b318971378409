// Hosts as the price lists call them, by vendor and by the words of spellings.
import { HOSTS, VENDORS } from "./vendors.data.ts";

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
