// Words in front of a model's name: vendors (the model must be theirs) and hosts (they serve any vendor's models), and the hosts as
// the price lists call them.
import type { NameWords } from "@signalbox/contracts";
import { HOSTS, VENDORS, type Vendor } from "./vendors.data.ts";

/** Words that mean a host or a gateway. */
export const HOST_WORDS: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ id, spellings = [] }) => spellings.concat(id)),
);

function namespacesOf({ id, spellings = [] }: Vendor): readonly (readonly [word: string, vendor: string])[] {
  const words = HOST_WORDS.has(id) ? spellings : spellings.concat(id);
  return words.map((word) => [word, id]);
}

/** Namespace as written -> vendor of the catalogue. */
export const VENDOR_BY_NAMESPACE: ReadonlyMap<string, string> = new Map(VENDORS.flatMap(namespacesOf));

/** Every word that is known to name a vendor or a host. */
export const PROVIDER_WORDS: readonly string[] = [...HOST_WORDS, ...VENDOR_BY_NAMESPACE.keys()];

/** Vendors whose word means a host alone and the vendor before a dot, as on Bedrock. */
export const DOTTED_VENDORS: ReadonlySet<string> = new Set(
  VENDORS.filter(({ isDottedPrefix }) => isDottedPrefix === true).map(({ id }) => id),
);

/** @param vendors each is its own namespace, unless the word already means a host */
export const nameWords = (vendors: ReadonlySet<string> = new Set()): NameWords => ({
  vendorOf: (word) =>
    VENDOR_BY_NAMESPACE.get(word) ?? (vendors.has(word) && !HOST_WORDS.has(word) ? word : undefined),
  isHost: (word) => HOST_WORDS.has(word),
  isDotted: (word) => DOTTED_VENDORS.has(word),
});

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
