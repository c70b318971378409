// Regular expressions as they stand in source text. Formatted code makes it plain where a slash begins one: behind an
// operator, an opening bracket or a keyword.
export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/** A `!` behind a value asserts it: what follows divides. */
const BEFORE_PATTERN = /(?:[(,=:[&|?{};+*~^<>-]|(?<![\w\])])!|\b(?:return|typeof|case|of|in))$/;
const FLAGS = /^[a-z]*/;

/** Index behind a text in quotes, or behind a template as far as its first `${`. */
function skipQuoted(code: string, from: number): number {
  const quote = code[from];
  for (let at = from + 1; at < code.length; at += 1) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === quote) return at + 1;
  }
  return code.length;
}

function skipComment(code: string, from: number): number {
  const isLine = code[from + 1] === "/";
  const end = code.indexOf(isLine ? "\n" : "*/", from + 2);
  return end === -1 ? code.length : end + (isLine ? 0 : 2);
}

/** Index of the slash that ends the pattern; -1 when the line ends first. */
function endOfPattern(code: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < code.length && code[at] !== "\n"; at += 1) {
    const unit = code[at];
    if (unit === "\\") at += 1;
    else if (unit === "[") isInClass = true;
    else if (unit === "]") isInClass = false;
    else if (unit === "/" && !isInClass) return at;
  }
  return -1;
}

export function findPatterns(code: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  let at = 0;
  let before = "";
  while (at < code.length) {
    const unit = code[at] ?? "";
    if (unit === '"' || unit === "'" || unit === "`") at = skipQuoted(code, at);
    else if (unit === "/" && (code[at + 1] === "/" || code[at + 1] === "*")) at = skipComment(code, at);
    else if (unit === "/" && BEFORE_PATTERN.test(before)) {
      const end = endOfPattern(code, at);
      if (end !== -1) {
        const flags = FLAGS.exec(code.slice(end + 1, end + 9))?.[0] ?? "";
        found.push({ source: code.slice(at + 1, end), flags, line: code.slice(0, at).split("\n").length });
      }
      at = end === -1 ? at + 1 : end + 1;
      before = "";
      continue;
    } else at += 1;
    if (unit.trim() !== "") before = (before + unit).slice(-8);
  }
  return found;
}

// Searches for a text on which a pattern takes more than linear time: what the pattern itself is made of, repeated, with
// beginnings that it likes and an end that it does not.
const CHARS = 8_192;
const TINY_CHARS = 24;
/** Quicker than this on the long text is no concern. @unit milliseconds */
const SLOW_MS = 5;
/** Slower than this is too slow however it grows: so many steps a character. @unit milliseconds */
const TOO_SLOW_MS = 40;
/** Twice the text takes a linear pattern twice the time, a quadratic one four times. */
const GROWTH_MAX = 2.8;
const PIECES_MAX = 14;
const ENDS = ["", "\u0000", "!\n", "\n\n"];

const OF_CLASS: Readonly<Record<string, readonly string[]>> = {
  s: [" ", "\n", "\t"],
  d: ["0"],
  w: ["a", "_"],
  S: ["x"],
  W: ["!"],
  D: ["x"],
  n: ["\n"],
  t: ["\t"],
  r: ["\r"],
  p: ["é", "中", "!"],
  u: ["é"],
  b: [],
};

/** Words and characters that occur in the source, and one character of each kind that it names. */
function piecesOf({ source }: FoundPattern): string[] {
  const classes = Array.from(
    source.matchAll(/\\([a-zA-Z])/g),
    (match) => OF_CLASS[match[1] ?? ""] ?? [],
  ).flat();
  const plain = source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?|\{\d*,?\d*\}|\(\?[:=!<]{1,2}/g, " ");
  const words = plain
    .replaceAll("\\", "")
    .split(/[()[\]|*+?^$ ]+/)
    .filter((word) => word !== "");
  const characters = plain.replaceAll(/[()|*+?^$]/g, "").split("");
  return [...new Set([...classes, " ", "a", "\n", ...words.slice(0, PIECES_MAX), ...characters])].slice(
    0,
    40,
  );
}

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, "");
  else pattern.test(text);
}

/** By the clock, which costs next to nothing to read: what is quick by it needs no better measure. */
function isQuick(pattern: RegExp, text: string, ms: number): boolean {
  const from = performance.now();
  run(pattern, text);
  return performance.now() - from < ms;
}

/** Processor time of this thread: what others do on the machine does not count. @unit milliseconds */
function timeOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  run(pattern, text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

type MakeText = (chars: number) => string;

const repeat = (piece: string, chars: number): string => piece.repeat(Math.ceil(chars / piece.length));

function* textsFor(pattern: FoundPattern): Generator<MakeText> {
  const pieces = piecesOf(pattern);
  for (const pump of pieces)
    for (const end of ENDS) {
      yield (chars) => repeat(pump, chars) + end;
      for (const lead of pieces.slice(0, PIECES_MAX)) {
        yield (chars) => lead + repeat(pump, chars) + end;
        yield (chars) => repeat(lead + pump, chars) + end;
        yield (chars) => repeat(lead, chars / 2) + repeat(pump, chars / 2) + end;
      }
    }
}

interface SlowText {
  readonly start: string;
  /** @unit milliseconds */
  readonly shortMs: number;
  readonly longMs: number;
}

/** The system brings a thread's time up to date at its ticks, some milliseconds apart: a sum of so many hides them. @unit milliseconds */
const SUM_MS = 60;
const REPEATS_MIN = 3;

/** Mean time of one run. @unit milliseconds */
function meanOf(pattern: RegExp, text: string): number {
  let sum = 0;
  let runs = 0;
  for (; runs < REPEATS_MIN || sum < SUM_MS; runs += 1) sum += timeOf(pattern, text);
  return sum / runs;
}

const slow = (text: string, shortMs: number, longMs: number): SlowText => ({
  start: text.slice(0, 60),
  shortMs,
  longMs,
});

/**
 * Exponential time shows on a few dozen characters, and would never end on thousands: sizes grow step by step, and the last step
 * before the long text is not a near repetition of it.
 */
function findExponential(pattern: RegExp, make: MakeText): SlowText | undefined {
  for (let chars = TINY_CHARS; 2 * chars < CHARS; chars *= 2) {
    const text = make(chars);
    if (isQuick(pattern, text, TOO_SLOW_MS)) continue;
    const ms = timeOf(pattern, text);
    if (ms > TOO_SLOW_MS) return slow(text, ms, Infinity);
  }
  return undefined;
}

/** A busy machine slows some runs down: what is slow is so each time. */
const TRIALS = 3;

function findGrowth(pattern: RegExp, make: MakeText): SlowText | undefined {
  const long = make(CHARS);
  let found: SlowText | undefined;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const longMs = meanOf(pattern, long);
    if (longMs < SLOW_MS) return undefined;
    const shortMs = meanOf(pattern, make(CHARS / 2));
    if (longMs <= TOO_SLOW_MS && longMs / shortMs <= GROWTH_MAX) return undefined;
    found = slow(long, shortMs, longMs);
  }
  return found;
}

/** The first text found on which the time grows faster than the text; undefined when none was found. */
export function findSlowText(found: FoundPattern): SlowText | undefined {
  const pattern = new RegExp(found.source, found.flags);
  for (const make of textsFor(found)) {
    const early = findExponential(pattern, make);
    if (early !== undefined) return early;
    if (isQuick(pattern, make(CHARS), SLOW_MS)) continue;
    const growing = findGrowth(pattern, make);
    if (growing !== undefined) return growing;
  }
  return undefined;
}

/** Gaps that take nearly any character, sixty-four of them and more. */
const WIDE_GAP = /(?:\[\^[^\]]*\]|(?<!\\)\.)(?:[*+]|\{\d*,(?:\d{3,}|6[4-9]|[7-9]\d)?\})/g;

/** Two of them share out one stretch of text in as many ways as it has places: hundreds of steps for every character. */
export function countWideGaps({ source }: FoundPattern): number {
  return source.match(WIDE_GAP)?.length ?? 0;
}
