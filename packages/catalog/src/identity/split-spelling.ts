// Takes a spelling apart: who is said to serve it, who is said to have made it, and what the model itself is called.
// It guesses nothing: a word it does not know in front of the name makes the whole spelling unknown.
import {
  DOTTED_VENDORS,
  HOST_WORDS,
  PATH_WORDS,
  REGION,
  REGION_PREFIX,
  VENDOR_BY_NAMESPACE,
} from "./namespaces.ts";

export interface Spelling {
  readonly provider?: string | undefined;
  readonly model: string;
}

export interface SplitSpelling {
  /** The model's own name, lower case, still with its dates and variants. */
  readonly name: string;
  /** The innermost word before the name as written ("meta", "meta-llama", "cerebras"); scopes some aliases. */
  readonly namespace?: string;
  /** The vendor that the spelling claims; the model found must be theirs. */
  readonly vendor?: string;
  /** Hosts named in the spelling, outermost first. */
  readonly hosts: readonly string[];
  /** True when the name stood behind a vendor and a dot, as on Bedrock; such names carry a revision ("-v1:0"). */
  readonly isDotted: boolean;
}

const SPELLING_LENGTH_MAX = 256;
const LEADING_SIGN = /^[@~]/;

interface Prefixes {
  readonly namespace?: string;
  readonly vendor?: string;
  readonly hosts: readonly string[];
}

/** Vendor of a word, when the word names one. */
export type VendorOf = (word: string) => string | undefined;

function readPrefixes(words: readonly string[], vendorOf: VendorOf): Prefixes | undefined {
  const hosts: string[] = [];
  let namespace: string | undefined;
  let vendor: string | undefined;
  for (const word of words) {
    if (PATH_WORDS.has(word) || REGION.test(word)) continue;
    const nextVendor = vendorOf(word);
    if (nextVendor === undefined && !HOST_WORDS.has(word)) return undefined;
    // A vendor before another namespace only serves ("nvidia/meta/..."): the innermost word is the claim.
    if (nextVendor === undefined) hosts.push(word);
    else if (vendor !== undefined && vendor !== nextVendor) hosts.push(namespace ?? word);
    if (nextVendor !== undefined || vendor === undefined) namespace = word;
    vendor = nextVendor ?? vendor;
  }
  return {
    hosts,
    ...(namespace === undefined ? {} : { namespace }),
    ...(vendor === undefined ? {} : { vendor }),
  };
}

interface DottedName {
  readonly vendor: string;
  readonly namespace: string;
  readonly rest: string;
}

function readDottedVendor(name: string, vendorOf: VendorOf): DottedName | undefined {
  const bare = name.replace(REGION_PREFIX, "");
  const dot = bare.indexOf(".");
  if (dot < 2) return undefined;
  const namespace = bare.slice(0, dot);
  const vendor = DOTTED_VENDORS.has(namespace) ? namespace : vendorOf(namespace);
  return vendor === undefined ? undefined : { vendor, namespace, rest: bare.slice(dot + 1) };
}

/** Words of the provider field. An unknown provider alone is the caller's own gateway: it claims nothing. */
function providerWords(provider: string | undefined, vendorOf: VendorOf): readonly string[] {
  if (provider === undefined) return [];
  const words = provider
    .trim()
    .toLowerCase()
    .split("/")
    .filter((word) => word !== "");
  return words.every((word) => HOST_WORDS.has(word) || vendorOf(word) !== undefined) ? words : [];
}

/** @returns undefined when a word before the name is unknown or the spelling is malformed. */
export function splitSpelling(
  spelling: Spelling,
  vendorOf: VendorOf = (word) => VENDOR_BY_NAMESPACE.get(word),
): SplitSpelling | undefined {
  const text = spelling.model.trim().toLowerCase();
  if (text.length === 0 || text.length > SPELLING_LENGTH_MAX) return undefined;
  const parts = text.replace(/^(?:hf|huggingface|ollama|openrouter):(?!\/)/, "$&/").split("/");
  const words = parts.map((part) => part.replace(LEADING_SIGN, "").replace(/:$/, ""));
  const last = words.pop();
  if (last === undefined || last === "" || words.includes("")) return undefined;
  const prefixes = readPrefixes([...providerWords(spelling.provider, vendorOf), ...words], vendorOf);
  if (prefixes === undefined) return undefined;
  const dotted = readDottedVendor(last, vendorOf);
  if (dotted === undefined) return { ...prefixes, name: last, isDotted: false };
  if (prefixes.vendor !== undefined && prefixes.vendor !== dotted.vendor) return undefined;
  return {
    hosts: prefixes.hosts,
    namespace: dotted.namespace,
    vendor: dotted.vendor,
    name: dotted.rest,
    isDotted: true,
  };
}
