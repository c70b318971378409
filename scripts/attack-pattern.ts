// Searches for a text on which a pattern takes more than linear time: what the pattern itself is made of, repeated, with
// beginnings that it likes and an end that it does not.
import type { FoundPattern } from "./find-patterns.ts";

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

/** Processor time of this thread: what others do on the machine does not count. @unit milliseconds */
function timeOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, "");
  else pattern.test(text);
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

export interface SlowText {
  readonly start: string;
  /** @unit milliseconds */
  readonly shortMs: number;
  readonly longMs: number;
}

const REPEATS = 9;
const bestOf = (pattern: RegExp, text: string): number =>
  Math.min(...Array.from({ length: REPEATS }, () => timeOf(pattern, text)));

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
    const ms = timeOf(pattern, text);
    if (ms > TOO_SLOW_MS && timeOf(pattern, text) > TOO_SLOW_MS) return slow(text, ms, Infinity);
  }
  return undefined;
}

/** The first text found on which the time grows faster than the text; undefined when none was found. */
export function findSlowText(found: FoundPattern): SlowText | undefined {
  const pattern = new RegExp(found.source, found.flags);
  for (const make of textsFor(found)) {
    const early = findExponential(pattern, make);
    if (early !== undefined) return early;
    const long = make(CHARS);
    if (timeOf(pattern, long) < SLOW_MS) continue;
    const [shortMs, longMs] = [bestOf(pattern, make(CHARS / 2)), bestOf(pattern, long)];
    if (longMs > TOO_SLOW_MS || (longMs >= SLOW_MS && longMs / shortMs > GROWTH_MAX))
      return slow(long, shortMs, longMs);
  }
  return undefined;
}

/** Gaps that take nearly any character, sixty-four of them and more. */
const WIDE_GAP = /(?:\[\^[^\]]*\]|(?<!\\)\.)(?:[*+]|\{\d*,(?:\d{3,}|6[4-9]|[7-9]\d)?\})/g;

/** Two of them share out one stretch of text in as many ways as it has places: hundreds of steps for every character. */
export function countWideGaps({ source }: FoundPattern): number {
  return source.match(WIDE_GAP)?.length ?? 0;
}
