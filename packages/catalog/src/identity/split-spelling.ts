// Takes a spelling apart: who is said to serve it, who is said to have made it, and what the model itself is called.
// It guesses nothing: a word it does not know in front of the name makes the whole spelling unknown.

import { HOSTS, VENDORS, type Vendor } from "../vendors.data.ts";

// Decorations that hosts and tools write around the name of a model, peeled by one named rule each: a match and the text that stays.

interface Decoration {
  readonly name: string;
  readonly pattern: RegExp;
  readonly left: string;
}

/** In the order in which they are peeled; every pattern is anchored and reads the name once. */
export const DECORATIONS: readonly Decoration[] = [
  {
    name: "resource name of Amazon Bedrock or SageMaker",
    pattern: /^(?:[a-z_]{2,20}\/)?arn:aws[a-z-]{0,10}:(?:bedrock|sagemaker):[^/]{0,60}\//,
    left: "bedrock/",
  },
  {
    name: "resource path of Vertex AI",
    pattern: /^projects\/[^/]{1,60}\/locations\/[^/]{1,30}\/publishers\//,
    left: "vertex_ai/",
  },
  { name: "window in brackets, as Claude Code writes it", pattern: /\[\d{1,4}[km]\]$/, left: "" },
  { name: "mode in brackets", pattern: /[ -]?\(([a-z]{2,12})\)$/, left: "-$1" },
  { name: "fine-tune of OpenAI", pattern: /(^|\/)ft:([^:/]{2,80})(?::[^/]{0,60})?$/, left: "$1$2" },
  {
    name: "web address of Hugging Face",
    pattern: /^(?:https?:\/\/)?(?:hf\.co|huggingface\.co)\//,
    left: "hf/",
  },
];

/** A mark of every decoration; most names have none of them. */
const SIGN = /[:[(]|^projects\/|\.co\//;

/** The spelling without its decorations, and the rules that peeled them. */
export function peelDecorations(text: string): {
  readonly text: string;
  readonly peeled: readonly string[];
} {
  if (!SIGN.test(text)) return { text, peeled: [] };
  let left = text;
  const peeled: string[] = [];
  for (const { name, pattern, left: kept } of DECORATIONS) {
    const shorter = left.replace(pattern, kept);
    if (shorter !== left) peeled.push(name);
    left = shorter;
  }
  return { text: left, peeled };
}

// The comparison key of a model name. Two names have one key only when they differ in case, in separators or in the
// seam between letters and digits ("Qwen2.5-72B", "qwen-2.5-72b"); digits are never merged, so sizes and versions stay apart.
const LEGAL = /^[a-z0-9._:+ -]+$/;
const TOKEN = /[a-z]+|\d+|\+/g;
const NAME_LENGTH_MAX = 160;

/** @returns the key, or undefined when the name holds a character that no known model name holds. */
export function spellingKey(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (lower.length === 0 || lower.length > NAME_LENGTH_MAX || !LEGAL.test(lower)) return undefined;
  const tokens = lower.match(TOKEN);
  return tokens?.map((token) => (token === "+" ? "plus" : token)).join("-");
}

// Which words before a model name are vendors (the model must be theirs), hosts (they serve anybody's models) or mere path.
const hostWords = HOSTS.flatMap(({ id, spellings = [] }) => spellings.concat(id));

/** Words that mean a host or a gateway: they serve models of any vendor. */
export const HOST_WORDS: ReadonlySet<string> = new Set(hostWords);

function namespacesOf({ id, spellings = [] }: Vendor): readonly (readonly [word: string, vendor: string])[] {
  const words = HOST_WORDS.has(id) ? spellings : spellings.concat(id);
  return words.map((word) => [word, id]);
}

/** Namespace as written -> vendor of the catalogue. Models under such a namespace must belong to that vendor. */
export const VENDOR_BY_NAMESPACE: ReadonlyMap<string, string> = new Map(VENDORS.flatMap(namespacesOf));

/** Every word that is known to name a vendor or a host. */
export const PROVIDER_WORDS: readonly string[] = [...HOST_WORDS, ...VENDOR_BY_NAMESPACE.keys()];

/** Vendors whose word means a host alone and the vendor before a dot, as on Bedrock. */
export const DOTTED_VENDORS: ReadonlySet<string> = new Set(
  VENDORS.filter(({ isDottedPrefix }) => isDottedPrefix === true).map(({ id }) => id),
);

/** Words in the middle of a path that name neither vendor nor host. */
const PATH_WORDS: ReadonlySet<string> = new Set([
  "accounts",
  "models",
  "publishers",
  "deployments",
  "invoke",
  "converse",
  "inference",
  "serverless",
  "endpoints",
  "global",
  "global-standard",
  "us",
  "eu",
  "apac",
  "datazone",
  "standard",
  "1-month-commitment",
  "6-month-commitment",
]);

/** Cloud regions such as "us-east-1", "us-gov-west-1" or "europe-west4". */
const REGION = /^[a-z]{2,}(-gov)?-[a-z]+-?\d+$/;

/** Prefix of a cross-region inference profile: "us.anthropic.claude-...". */
const REGION_LENGTHS: ReadonlySet<number> = new Set([2, 4, 6]);
const REGION_PREFIX = /^(?:us-gov|us|eu|apac|ap|global|jp|au|ca|sa|in)\./;

// The readings of one model name, most literal first: the exact name, then the name without what is known to be safe to drop
// (a full date, "-latest", a service variant, a number format). A reading counts only when it is an exact alias.

/** Variants that select how a model is served, not which one: price, search, moderation. */
const SERVICE_VARIANTS = new Set(
  "free nitro floor online beta exacto extended latest cloud self-moderated default".split(" "),
);
const DATE_SUFFIX = /[-@](20\d{2})-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$/;
const MOVING_SUFFIX = /(?:[-@](?:latest|default)|@0\d\d)$/;
/** A host's name glued before the model's: "databricks-claude-...", "anthropic--claude-...", "openai-gpt-5.5". */
const HOST_PREFIX = /^(?:databricks-|snowflake-|anthropic--|openai-(?=gpt-\d))/;
const SERVING_SUFFIX =
  /(?:(?<!think|thinking|reasoning)-\d{2,4}k|-maas|-tee|-ga|-fp8|-fp8-fast|-bf16|-fp16|-nvfp4|-int[48]|-[48]bit|-awq|-gptq|-gguf|-mlx|-hf|(?<=instruct)-turbo|(?<=instruct)-lite)$/;
const DOTTED_REVISION = /-v\d+(?::\d+)?(?::\d+k)?$/;
const FIREWORKS_POINT = /(?<=\d)p(?=\d)/g;

function withoutVariant(name: string): string[] {
  const colon = name.indexOf(":");
  if (colon < 0) return [name];
  const variant = name.slice(colon + 1);
  const plain = name.slice(0, colon);
  return SERVICE_VARIANTS.has(variant) ? [name, plain] : [name];
}

function strippedOf(name: string): string[] {
  return [DATE_SUFFIX, MOVING_SUFFIX, SERVING_SUFFIX]
    .map((suffix) => name.replace(suffix, ""))
    .filter((stripped) => stripped !== name && stripped.length > 1);
}

function withStrippedSuffixes(name: string): string[] {
  const once = strippedOf(name);
  return [name, ...once, ...once.flatMap(strippedOf)];
}

function withSpecialForms(name: string, form: NameForm): string[] {
  if (form.isDotted) return [name, name.replace(DOTTED_REVISION, "")];
  if (!form.isFireworks) return [name];
  return [name, name.replaceAll(FIREWORKS_POINT, ".").replace(/^llama-v(?=\d)/, "llama-")];
}

interface NameForm {
  /** Bedrock style, with a revision at the end. */
  readonly isDotted: boolean;
  /** Fireworks writes 3p1 for 3.1. */
  readonly isFireworks: boolean;
}

/** Distinct readings, most literal first; at most a few dozen. */
export function nameReadings(name: string, form: NameForm): readonly string[] {
  const plain = name.replace(HOST_PREFIX, "");
  const forms = [...new Set([name, plain])].flatMap((each) => withSpecialForms(each, form));
  const readings = forms.flatMap(withoutVariant).flatMap(withStrippedSuffixes);
  return [...new Set(readings)];
}

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
  /** True for a cross-region profile other than the global one. */
  readonly isRegional?: true;
  /** True when the name stood behind a vendor and a dot, as on Bedrock; such names carry a revision ("-v1:0"). */
  readonly isDotted: boolean;
}

const SPELLING_LENGTH_MAX = 256;
const LEADING_SIGN = /^[@~]/;

const plainWord = (part: string): string =>
  LEADING_SIGN.test(part) || part.endsWith(":") ? part.replace(LEADING_SIGN, "").replace(/:$/, "") : part;

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
  const first = name.indexOf(".");
  if (first < 2 || first === name.length - 1) return undefined;
  const bare = REGION_LENGTHS.has(first) ? name.replace(REGION_PREFIX, "") : name;
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
  if (spelling.model.length > SPELLING_LENGTH_MAX) return undefined;
  const { text } = peelDecorations(spelling.model.trim().toLowerCase());
  if (text.length === 0) return undefined;
  const parts = text.replace(/^(?:hf|huggingface|ollama|openrouter):(?!\/)/, "$&/").split("/");
  const words = parts.map(plainWord);
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
    ...(last.startsWith("global.") ? {} : { isRegional: true }),
  };
}
