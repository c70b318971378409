// The grammar of model names: takes any spelling apart into host, vendor, line, version, size, date, effort and build. One table
// of named rules holds what hosts and tools write around a name; every rule reads the name once.
// It guesses nothing: where vendors and hosts are known, another word in front makes the whole spelling unknown.
import type { Mode } from "./model-modes.ts";
import { modeOfBudget } from "./model-modes.ts";

/**
 * How much a rule leaves out. `around`: decoration, before the name is split. `served`: the same model, served otherwise.
 * `stage`: how far a model of the line is. `loose`: so little that a guess may leave it out, with a warning.
 */
type Drops = "around" | "served" | "stage" | "loose";

interface NameRule {
  readonly name: string;
  readonly drops: Drops;
  readonly pattern: RegExp;
  /** The text that stays in place of the match. */
  readonly left?: string;
  /** Holds for names at that host alone. */
  readonly host?: "bedrock" | "fireworks";
  /** Tells two models of one line apart, so only an exact reading leaves it out. */
  readonly isDistinct?: true;
}

/** The words of builds also count inside a name: "gemini-3.1-pro-preview-05-06". */
const FORMAT =
  "gguf|ggml|awq|gptq|mlx|exl[23]|nvfp4|mxfp4|bf16|fp(?:4|8|16|32)|int[48]|f(?:16|32)|[2-8]bit|w\\d{1,2}a\\d{1,2}";
const SERVICE = "hf|maas|tee|ga";
const STAGE = "preview|exp|experimental|beta|instruct|it";

const atEnd = (words: string): RegExp => new RegExp(`[-_.:@](?:${words})$`);

/** In the order in which they are tried. */
export const NAME_RULES: readonly NameRule[] = [
  {
    name: "resource name of Amazon Bedrock or SageMaker",
    drops: "around",
    pattern: /^(?:[a-z_]{2,20}\/){0,2}arn:aws[a-z-]{0,10}:(?:bedrock|sagemaker):[^/]{0,60}\//,
    left: "bedrock/",
  },
  {
    name: "resource path of Vertex AI",
    drops: "around",
    pattern: /^projects\/[^/]{1,60}\/locations\/[^/]{1,30}\/publishers\//,
    left: "vertex_ai/",
  },
  {
    name: "window in brackets, as Claude Code and Copilot write it",
    drops: "around",
    pattern: /[ -]?(?:\[\d{1,4}[km]\]|\(\d{1,4}[km](?: context)?\))$/,
  },
  { name: "mode in brackets", drops: "around", pattern: /[ -]?\(([a-z]{2,12})\)$/, left: "-$1" },
  {
    name: "fine-tune of OpenAI",
    drops: "around",
    pattern: /(^|\/)ft:([^:/]{2,80})(?::[^/]{0,60})?$/,
    left: "$1$2",
  },
  {
    name: "moving name of OpenRouter",
    drops: "around",
    pattern: /^~(?=[a-z-]{1,40}\/)/,
    left: "openrouter/",
  },
  {
    name: "web address of Hugging Face",
    drops: "around",
    pattern: /^(?:https?:\/\/)?(?:hf\.co|huggingface\.co)\//,
    left: "hf/",
  },
  {
    name: "host before a colon",
    drops: "around",
    pattern: /^(hf|huggingface|ollama|openrouter):(?!\/)/,
    left: "$1/",
  },
  {
    name: "provider before a colon, as LangChain and Pydantic AI write it",
    drops: "around",
    pattern:
      /^(anthropic|azure_openai|bedrock|bedrock_converse|cohere|deepseek|fireworks|google-gla|google-vertex|google_genai|google_vertexai|groq|mistral|mistralai|nvidia|openai|together|xai):(?=[a-z]+[-/.]|[a-z]{1,3}\d)(?!q\d)/,
    left: "$1/",
  },
  {
    name: "host or vendor glued before the name",
    drops: "served",
    pattern:
      /^(?:databricks-|snowflake-|anthropic--?|openai-(?=gpt-\d)|deepseek-ai-|google-(?=gem)|meta-llama-|minimaxai-|moonshotai-|zai-org-)/,
  },
  {
    name: "version before the edition, as Claude 3 and OpenRouter have it",
    drops: "served",
    pattern: /^claude-(\d(?:[.-]\d)?)-(opus|sonnet|haiku|fable)(?=-|$)/,
    left: "claude-$2-$1",
  },
  { name: "revision of Bedrock", drops: "served", pattern: /-v\d+(?::\d+)?(?::\d+k)?$/, host: "bedrock" },
  {
    name: "family of Fireworks",
    drops: "served",
    pattern: /^llama-v(?=\d)/,
    left: "llama-",
    host: "fireworks",
  },
  { name: "point of Fireworks", drops: "served", pattern: /(?<=\d)p(?=\d)/g, left: ".", host: "fireworks" },
  {
    name: "service variant behind a colon",
    drops: "served",
    pattern: /:(?:free|nitro|floor|online|beta|exacto|extended|latest|cloud|self-moderated|default)$/,
  },
  {
    name: "full date",
    drops: "served",
    pattern: /[-@]20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/,
    isDistinct: true,
  },
  { name: "moving version", drops: "served", pattern: /(?:[-@](?:latest|default)|@0\d\d)$/ },
  {
    name: "window behind a dash",
    drops: "served",
    pattern: /(?<!think|thinking|reasoning)-\d{2,4}k$/,
    isDistinct: true,
  },
  { name: "format of the weights", drops: "served", pattern: atEnd(`${FORMAT}|fp8-fast`) },
  {
    name: "quantisation of llama.cpp",
    drops: "served",
    pattern: /[-_.:@][iu]?q\d(?:[-_.][a-z0-9]{1,3}){0,3}$/,
  },
  { name: "service of a host", drops: "served", pattern: atEnd(SERVICE) },
  { name: "speed of Together", drops: "served", pattern: /(?<=instruct)-(?:turbo|lite)$/ },
  { name: "stage of a release", drops: "stage", pattern: atEnd(STAGE) },
  {
    name: "word that says little",
    drops: "loose",
    pattern: atEnd("latest|default|chat|onnx|ud|dynamic|online|local|cloud|free|turbo"),
  },
];

const rulesOf = (...drops: readonly Drops[]): readonly NameRule[] =>
  NAME_RULES.filter((rule) => drops.includes(rule.drops));
const AROUND = rulesOf("around");
const SERVED = rulesOf("served");
const ANYWHERE = SERVED.filter(({ host }) => host === undefined);
const ENDS = rulesOf("served", "stage", "loose").filter(
  ({ pattern, host, isDistinct }) =>
    host === undefined && isDistinct !== true && pattern.source.endsWith("$"),
);
/** A mark of every decoration; most names have none of them. */
const DECORATED = /[:[(]|^~|^projects\/|\.co\//;
const BUILD_WORD = new RegExp(`^(?:${FORMAT}|${SERVICE}|${STAGE}|latest)$`);

/** Vendors and hosts by the words in front of a name. */
export interface NameWords {
  /** Vendor that a word claims. */
  vendorOf(word: string): string | undefined;
  /** The word means a host or a gateway, which serve models of any vendor. */
  isHost(word: string): boolean;
  /** The word means a host alone and a vendor before a dot, as on Bedrock. */
  isDotted(word: string): boolean;
}

export interface Spelling {
  readonly provider?: string | undefined;
  readonly model: string;
}

/** The mode at the end of a name: "gpt-5.5-high", "claude-sonnet-4.6:thinking", "...-thinking-16k". */
export interface NamedMode {
  /** The name without it. */
  readonly name: string;
  /** Its words. */
  readonly words: string;
  readonly mode: Mode;
  /** The most that may be thought, where the name says it. @unit tokens */
  readonly budgetTokens?: number;
  /** Vendors sell models of their own under such words ("kimi-k2-thinking", "qwen3-max"), so they may belong to the name. */
  readonly isVendorWord: boolean;
}

export interface NameReading {
  readonly text: string;
  /** Equal for names that differ in case, in separators or in the seam of letters and digits alone; digits are never merged. */
  readonly key: string | undefined;
}

/** A line and the place in it: "claude-opus-4-8", "claude-4.8-opus" and "claude-opus-4.8-20260528" have one. */
export interface NameLine {
  /** Every word that neither counts nor packs: "claude-opus", "gpt-sol", "qwen-27b". */
  readonly line: string;
  /** Empty for a name without a version. A month such as 2512 counts below every numbered version. */
  readonly version: readonly number[];
  /** Sizes as written: "27b", "a3b". */
  readonly sizes: readonly string[];
  /** "20260528", "0731". */
  readonly date?: string;
}

/** A spelling in parts; those that few callers need are made when they are read. */
export interface ModelName extends NameReading {
  /** The words before the name, as written and undecorated. */
  readonly path: readonly string[];
  /** The innermost word before the name ("meta", "meta-llama", "cerebras"). */
  readonly namespace: string | undefined;
  /** The vendor that the spelling claims. */
  readonly vendor: string | undefined;
  /** Outermost first. */
  readonly hosts: readonly string[];
  /** A cross-region profile other than the global one. */
  readonly isRegional: boolean;
  /** The name without its decorations, lower case, still with dates and variants. */
  readonly text: string;
  /** Names of the rules that peeled a decoration. */
  readonly peeled: readonly string[];
  /** Readings with less of how the model is served, the text first. @param text another one at the same host */
  readings(text?: string): Iterable<NameReading>;
  /** "phi4:14b": the name before the tag, and the size that the tag states. @unit billions of parameters */
  readonly sizeTag: { readonly text: string; readonly paramsB: number } | undefined;
  readonly effort: NamedMode | undefined;
  /** Undefined for a name of digits and separators alone. */
  readonly place: NameLine | undefined;
  /** The words of the name without any that a rule may leave out, and whether "latest" was among those. */
  readonly loose: { readonly words: readonly string[]; readonly isLatest: boolean };
}

const SPELLING_CHARS_MAX = 256;
const NAME_CHARS_MAX = 160;
const LEGAL = /^[a-z0-9._:+ -]+$/;
const WORD = /[a-z]+|\d+|\+/g;

function wordsIn(text: string): readonly string[] {
  const words = text.match(WORD) ?? [];
  return text.includes("+") ? words.map((word) => (word === "+" ? "plus" : word)) : words;
}

function keyOf(text: string): string | undefined {
  const plain = text.replace("@", "-").trim();
  if (plain.length > NAME_CHARS_MAX || !LEGAL.test(plain)) return undefined;
  return wordsIn(plain).join("-") || undefined;
}

const applied = (text: string, { pattern, left = "" }: NameRule): string => text.replace(pattern, left);

type Peeled = Pick<ModelName, "text" | "peeled">;

function peel(text: string): Peeled {
  if (!DECORATED.test(text)) return { text, peeled: [] };
  const peeled: string[] = [];
  let left = text;
  for (const rule of AROUND) {
    const shorter = applied(left, rule);
    if (shorter !== left) peeled.push(rule.name);
    left = shorter;
  }
  return { text: left, peeled };
}

/** Most parts that one reading drops, one after the other. */
const READING_DEPTH = 4;

function* readingsOf(text: string, hosts: ReadonlySet<NameRule["host"]>): Generator<NameReading> {
  yield { text, key: keyOf(text) };
  const rules =
    hosts.size === 0 ? ANYWHERE : SERVED.filter(({ host }) => host === undefined || hosts.has(host));
  const found = new Set([text]);
  let last: readonly string[] = [text];
  for (let depth = 0; depth < READING_DEPTH && last.length > 0; depth += 1) {
    const next = last.flatMap((each) => rules.map((rule) => applied(each, rule)));
    last = [...new Set(next)].filter((each) => each.length > 1 && !found.has(each));
    for (const each of last) {
      found.add(each);
      yield { text: each, key: keyOf(each) };
    }
  }
}

const STRIPS_MAX = 6;

function strippedOf(text: string): ModelName["loose"] {
  let left = text;
  let isLatest = false;
  for (let strip = 0; strip < STRIPS_MAX; strip += 1) {
    const shorter = ENDS.reduce(applied, left);
    if (shorter === left || shorter.length < 2) break;
    isLatest ||= /(?:latest|default)$/.test(left);
    left = shorter;
  }
  return { words: wordsIn(left), isLatest };
}

const SIZE_TAG = /^(.+):(\d{1,4}(?:\.\d{1,2})?)b(?:-(?:instruct|it|chat))?$/;

function sizeTagOf(text: string): ModelName["sizeTag"] {
  const [, name, size] = SIZE_TAG.exec(text) ?? [];
  return name === undefined ? undefined : { text: name, paramsB: Number(size) };
}

const EFFORT =
  /[-_:. ](?:(none|(?:non?|without)[-_ ]?(?:thinking|think|reasoning))|(?:thinking|think|reasoning)[-_]?(\d{1,3})k|(thinking|thinker|think|reasoning|max)|(x-?high|high|medium|low|minimal)(?:[-_](?:effort|thinking|reasoning))?)$/;
/** Behind a mode: "gpt-5.5-high:free", "gpt-5.5-high-2026-04-23". */
const AFTER_EFFORT = SERVED.filter(
  ({ name }) => name === "service variant behind a colon" || name === "full date",
);
const TOKENS_OF_A_K = 1_024;

function effortOf(text: string): NamedMode | undefined {
  const name = AFTER_EFFORT.reduce(applied, text);
  const match = EFFORT.exec(name);
  if (match === null || match.index < 2) return undefined;
  const [all, none, budget, word, effort] = match;
  const found = { name: name.slice(0, match.index), words: all.slice(1), isVendorWord: word !== undefined };
  if (none !== undefined) return { ...found, mode: "none" };
  if (word !== undefined) return { ...found, mode: word === "max" ? "xhigh" : "thinking" };
  if (effort !== undefined) return { ...found, mode: effort.replace("-", "") as Mode };
  const budgetTokens = Number(budget) * TOKENS_OF_A_K;
  return { ...found, mode: modeOfBudget(budgetTokens), budgetTokens };
}

const SIZE = /^(?:\d{1,2}x)?\d{1,4}(?:\.\d{1,2})?[bt]$|^[ae]\d{1,3}b$/;
const DATE = /^(?:20)?2\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const MONTH = /^2[3-9](?:0[1-9]|1[0-2])$/;
const STAMP = /^\d{3,4}$/;
const VERSION = /^v?(\d{1,2}(?:\.\d{1,3}){0,2})$/;
/** "qwen3.8", "glm4v", "k2.6", "4o": letters, a version, and perhaps letters behind it. */
const SEAM = /^([a-z]*)(\d{1,2}(?:\.\d{1,3}){0,2})([a-z]*)$/;
/** Letters that only announce a version: "v3.1", "k2.6", "m2.5". */
const ANNOUNCING = /^[vkm]$/;

interface Parts {
  readonly words: string[];
  readonly sizes: string[];
  version: number[];
  /** The word before was a whole number of the version, so a second one may follow: "4-8". */
  isOpen: boolean;
  date: string | undefined;
}

/** Ten follows nine, and twenty follows nothing: "4.20" is the decimal 4.2, "4.10" comes after 4.9. */
const numbersOf = (text: string): number[] =>
  text
    .replace(/^(\d+\.[2-9])0$/, "$1")
    .split(".")
    .map(Number);

function addVersion(parts: Parts, text: string): void {
  const numbers = numbersOf(text);
  if (parts.version.length === 0) {
    parts.version = numbers;
    parts.isOpen = numbers.length === 1;
    return;
  }
  if (parts.isOpen && numbers.length === 1) parts.version.push(numbers[0]!);
  parts.isOpen = false;
}

function addSeam(parts: Parts, [head = "", digits = "", tail = ""]: readonly string[]): void {
  if (head !== "" && (!ANNOUNCING.test(head) || parts.words.length === 0)) parts.words.push(head);
  addVersion(parts, digits);
  if (tail === "") return;
  parts.words.push(tail);
  parts.isOpen = false;
}

function addWord(parts: Parts, word: string): void {
  const version = VERSION.exec(word);
  if (version !== null) return addVersion(parts, version[1]!);
  const isBuild = BUILD_WORD.test(word);
  const seam = isBuild || SIZE.test(word) ? null : SEAM.exec(word);
  if (SIZE.test(word)) {
    parts.sizes.push(word);
    parts.words.push(word);
  } else if (DATE.test(word)) parts.date = word;
  else if (MONTH.test(word) && parts.version.length === 0) parts.version = [0, Number(word)];
  else if (STAMP.test(word)) parts.date = word;
  else if (seam !== null) return addSeam(parts, seam.slice(1));
  else if (!isBuild) parts.words.push(word);
  parts.isOpen = false;
}

/** How a model is served is no part of its line. */
const LINE_ENDS = ENDS.filter(({ drops }) => drops === "served");

function placeOf(text: string): NameLine | undefined {
  if (text.length > NAME_CHARS_MAX) return undefined;
  const parts: Parts = { words: [], sizes: [], version: [], isOpen: false, date: undefined };
  const dated = LINE_ENDS.reduce(applied, text).replace(/(20\d\d)-(\d\d)-(\d\d)/, "$1$2$3");
  for (const word of dated.split(/[-_ :@()[\]]+/)) if (word !== "") addWord(parts, word);
  if (parts.words.length === 0) return undefined;
  const { words, sizes, version, date } = parts;
  return { line: words.join("-"), version, sizes, ...(date === undefined ? {} : { date }) };
}

/** Words in the middle of a path that name neither vendor nor host. */
const PATH_WORDS: ReadonlySet<string> = new Set(
  "accounts models publishers deployments invoke converse inference serverless endpoints global global-standard us eu apac datazone standard 1-month-commitment 6-month-commitment".split(
    " ",
  ),
);
/** Cloud regions such as "us-east-1", "us-gov-west-1" or "europe-west4". */
const REGION = /^[a-z]{2,}(-gov)?-[a-z]+-?\d+$/;
/** Prefix of a cross-region inference profile: "us.anthropic.claude-...". */
const REGION_PREFIX = /^(?:us-gov|us|eu|apac|ap|global|jp|au|ca|sa|in)\./;
const LEADING_SIGN = /^[@~]/;

const plainWord = (part: string): string =>
  LEADING_SIGN.test(part) || part.endsWith(":") ? part.replace(LEADING_SIGN, "").replace(/:$/, "") : part;

type Claims = Pick<ModelName, "namespace" | "vendor" | "hosts" | "isRegional">;

/** Words of the provider field. An unknown provider alone is the caller's own gateway: it claims nothing. */
function providerWords(provider: string | undefined, known: NameWords): readonly string[] {
  if (provider === undefined) return [];
  const words = provider
    .trim()
    .toLowerCase()
    .split("/")
    .filter((word) => word !== "");
  return words.every((word) => known.isHost(word) || known.vendorOf(word) !== undefined) ? words : [];
}

function claimsOf(words: readonly string[], known: NameWords): Claims | undefined {
  const hosts: string[] = [];
  let namespace: string | undefined;
  let vendor: string | undefined;
  for (const word of words) {
    if (PATH_WORDS.has(word) || REGION.test(word)) continue;
    const nextVendor = known.vendorOf(word);
    if (nextVendor === undefined && !known.isHost(word)) return undefined;
    // A vendor before another namespace only serves ("nvidia/meta/..."): the innermost word is the claim.
    if (nextVendor === undefined) hosts.push(word);
    else if (vendor !== undefined && vendor !== nextVendor) hosts.push(namespace ?? word);
    if (nextVendor !== undefined || vendor === undefined) namespace = word;
    vendor = nextVendor ?? vendor;
  }
  return { hosts, namespace, vendor, isRegional: false };
}

interface Dotted extends Claims {
  readonly text: string;
}

/** "us.anthropic.claude-opus-4-8-v1:0": the claim before the dot joins those of the path. @returns undefined where they contradict */
function withDot(text: string, claims: Claims, known: NameWords): Dotted | undefined {
  const first = text.indexOf(".");
  if (first < 2) return { ...claims, text };
  const bare = text.replace(REGION_PREFIX, "");
  const dot = bare.indexOf(".");
  const namespace = bare.slice(0, dot);
  const vendor =
    dot < 2 || dot === bare.length - 1
      ? undefined
      : known.isDotted(namespace)
        ? namespace
        : known.vendorOf(namespace);
  if (vendor === undefined) return { ...claims, text };
  if (claims.vendor !== undefined && claims.vendor !== vendor) return undefined;
  const isRegional = !text.startsWith("global.");
  return { hosts: claims.hosts, namespace, vendor, isRegional, text: bare.slice(dot + 1) };
}

class Name implements ModelName {
  readonly text: string;
  readonly key: string | undefined;
  readonly path: readonly string[];
  readonly peeled: readonly string[];
  readonly namespace: string | undefined;
  readonly vendor: string | undefined;
  readonly hosts: readonly string[];
  readonly isRegional: boolean;
  readonly #isDotted: boolean;

  constructor(path: readonly string[], { text, peeled }: Peeled, dotted: Dotted) {
    this.text = dotted.text;
    this.key = keyOf(dotted.text);
    this.path = path;
    this.peeled = peeled;
    this.namespace = dotted.namespace;
    this.vendor = dotted.vendor;
    this.hosts = dotted.hosts;
    this.isRegional = dotted.isRegional;
    this.#isDotted = dotted.text !== text;
  }

  readings(text = this.text): Iterable<NameReading> {
    const isAt = (host: string): boolean => this.hosts.some((word) => word.includes(host));
    const hosts = new Set<NameRule["host"]>();
    if (this.#isDotted || isAt("bedrock")) hosts.add("bedrock");
    if (isAt("fireworks")) hosts.add("fireworks");
    return readingsOf(text, hosts);
  }
  get sizeTag(): ModelName["sizeTag"] {
    return sizeTagOf(this.text);
  }
  get effort(): NamedMode | undefined {
    return effortOf(this.text);
  }
  get place(): NameLine | undefined {
    return placeOf(this.text);
  }
  get loose(): ModelName["loose"] {
    return strippedOf(this.text);
  }
}

const UNCLAIMED: Claims = { hosts: [], namespace: undefined, vendor: undefined, isRegional: false };

/**
 * Takes a spelling apart: `readName("openrouter/openai/gpt-5.5-high:free", words)` is at host "openrouter", of vendor "openai", in
 * the line "gpt" at version 5.5, with effort "high".
 * @param known judges the words in front of the name; without it they say nothing
 * @returns undefined for a malformed spelling, one of more than 256 characters, or one with an unknown word in front
 */
export function readName(spelling: string | Spelling, known?: NameWords): ModelName | undefined {
  const isText = typeof spelling === "string";
  const model = isText ? spelling : spelling.model;
  if (model.length > SPELLING_CHARS_MAX) return undefined;
  const { text: whole, peeled } = peel(model.trim().toLowerCase());
  const path = whole.includes("/") ? whole.split("/").map(plainWord) : [plainWord(whole)];
  const text = path.pop() ?? "";
  if (text === "" || path.includes("")) return undefined;
  if (known === undefined) return new Name(path, { text, peeled }, { ...UNCLAIMED, text });
  const provider = isText ? [] : providerWords(spelling.provider, known);
  const claims = claimsOf(provider.length === 0 ? path : [...provider, ...path], known);
  const dotted = claims && withDot(text, claims, known);
  return dotted && new Name(path, { text, peeled }, dotted);
}
