// Character classes as the BERT uncased tokenizer sees them, for every UTF-16 code unit.
// The table is filled on first sight of a unit, so start-up costs nothing and the hot loop reads one byte.

/** Belongs to a word. */
export const LETTER = 1;
/** Separates words and vanishes. */
export const SPACE = 2;
/** Is a word of its own: punctuation, and each Chinese character. */
export const SINGLE = 3;
/** Vanishes without separating: control and format characters, combining accents. */
export const DROPPED = 4;
/** Needs the slow path: lower case or decomposition changes it, or it is half of a pair. */
export const COMPOSED = 5;

const PUNCTUATION = /^[\p{P}!-/:-@[-`{-~]$/u;
const CONTROL = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}]$/u;
const ACCENT = /^\p{Mn}$/u;
const WHITE = /^\s$/u;
const IDEOGRAPHS: readonly (readonly [number, number])[] = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b73f],
  [0x2b740, 0x2b81f],
  [0x2b820, 0x2ceaf],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
];

export function isIdeograph(codePoint: number): boolean {
  if (codePoint < 0x3400) return false;
  return IDEOGRAPHS.some(([low, high]) => codePoint >= low && codePoint <= high);
}

/** Class of a character that is already lower case and decomposed; a code point above 0xffff is allowed. */
export function classOfCodePoint(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (character === "\t" || character === "\n" || character === "\r") return SPACE;
  if (codePoint === 0 || codePoint === 0xfffd || CONTROL.test(character)) return DROPPED;
  if (WHITE.test(character)) return SPACE;
  if (isIdeograph(codePoint) || PUNCTUATION.test(character)) return SINGLE;
  return ACCENT.test(character) ? DROPPED : LETTER;
}

function classOfUnit(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return COMPOSED;
  const character = String.fromCharCode(unit);
  const isPlainCase = unit >= 0x41 && unit <= 0x5a;
  if (!isPlainCase && character.normalize("NFD").toLowerCase() !== character) return COMPOSED;
  return classOfCodePoint(unit);
}

const table = new Uint8Array(65_536);

/** Class of one UTF-16 code unit. */
export function charClass(unit: number): number {
  const known = table[unit] ?? 0;
  if (known !== 0) return known;
  const found = classOfUnit(unit);
  table[unit] = found;
  return found;
}

/** Lower case of an ASCII letter, else the unit itself. */
export function foldUnit(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}
