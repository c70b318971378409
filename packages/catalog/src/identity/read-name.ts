// Takes the name of a model apart: its line, its version, its size, its date. "claude-opus-4-8", "claude-4.8-opus" and
// "claude-opus-4.8-20260528" are one line and one version; a name of any length is read in one pass.

/** A model's name in parts. */
export interface ModelName {
  /** Every word that neither counts nor packs: "claude-opus", "gpt-sol", "qwen-27b". */
  readonly line: string;
  /** Empty for a name without a version. A month such as 2512 counts below every numbered version. */
  readonly version: readonly number[];
  /** Sizes as written: "27b", "a3b". */
  readonly sizes: readonly string[];
  /** "20260528", "0731". */
  readonly date?: string;
}

const CHARS_MAX = 160;
const SIZE = /^(?:\d{1,2}x)?\d{1,4}(?:\.\d{1,2})?[bt]$|^[ae]\d{1,3}b$/;
const DATE = /^(?:20)?2\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const MONTH = /^2[3-9](?:0[1-9]|1[0-2])$/;
const STAMP = /^\d{3,4}$/;
const VERSION = /^v?(\d{1,2}(?:\.\d{1,3}){0,2})$/;
/** "qwen3.8", "glm4v", "k2.6": letters, a version, and perhaps letters behind it. */
const SEAM = /^([a-z]+)(\d{1,2}(?:\.\d{1,3}){0,2})([a-z]*)$/;
/** "4o", "4.6v". */
const TAIL = /^(\d{1,2}(?:\.\d{1,3}){0,2})([a-z]+)$/;
/** Letters that only announce a version: "v3.1", "k2.6", "m2.5". */
const ANNOUNCING = /^[vkm]$/;
/** Words that say how a model is packed or how far it is, not which one it is. */
const BUILD = new Set(
  "preview exp experimental beta latest instruct it hf maas tee gguf ggml awq gptq mlx fp8 bf16 fp16 int4 int8 nvfp4".split(
    " ",
  ),
);

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
  if (tail !== "") {
    parts.words.push(tail);
    parts.isOpen = false;
  }
}

function addWord(parts: Parts, word: string): void {
  const version = VERSION.exec(word);
  const seam = SEAM.exec(word);
  const tail = TAIL.exec(word);
  if (SIZE.test(word)) {
    parts.sizes.push(word);
    parts.words.push(word);
  } else if (DATE.test(word)) parts.date = word;
  else if (version !== null) return addVersion(parts, version[1]!);
  else if (MONTH.test(word) && parts.version.length === 0) parts.version = [0, Number(word)];
  else if (STAMP.test(word)) parts.date = word;
  else if (seam !== null) return addSeam(parts, seam.slice(1));
  else if (tail !== null) return addSeam(parts, ["", tail[1]!, tail[2]!]);
  else if (!BUILD.has(word)) parts.words.push(word);
  parts.isOpen = false;
}

/** @returns undefined for a name that is empty or longer than any name of a model */
export function readName(name: string): ModelName | undefined {
  if (name.length === 0 || name.length > CHARS_MAX) return undefined;
  const parts: Parts = { words: [], sizes: [], version: [], isOpen: false, date: undefined };
  const dated = name.toLowerCase().replace(/(20\d\d)-(\d\d)-(\d\d)/, "$1$2$3");
  for (const word of dated.split(/[-_ :@()[\]]+/)) if (word !== "") addWord(parts, word);
  if (parts.words.length === 0) return undefined;
  const { words, sizes, version, date } = parts;
  return { line: words.join("-"), version, sizes, ...(date === undefined ? {} : { date }) };
}

/** Below 0 where `a` is the older version. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
