// Folds text for matching: lower case, no accents, one form for each letter. One table look-up a UTF-16 unit, so that a
// reading costs the same in every script.
import { createUnitCopy } from "../../kernels/copy-units.ts";

const DROP = 0;
/** No letter: the forms of units that were not met yet. */
const UNSEEN = 0xffff;
const table = new Uint16Array(65_536).fill(UNSEEN);
const MARK = /^\p{M}$/u;
/** Letters that decomposition leaves as they are, though people type them either way. */
const SAME: Readonly<Record<string, string>> = {
  ß: "s",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  æ: "a",
  œ: "o",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ى: "ي",
  ة: "ه",
  "’": "'",
  "‘": "'",
  "　": " ",
  "\u00a0": " ",
};

function foldUnit(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return unit;
  const character = String.fromCharCode(unit);
  // Vowel signs of Indic scripts and Thai tell words apart; accents of Latin, Greek, Cyrillic and Arabic do not.
  const isIndicOrThai = unit >= 0x0900 && unit <= 0x0eff;
  const isIdeograph = unit >= 0x3400 && unit <= 0x9fff;
  if (isIndicOrThai || isIdeograph || (unit >= 0xac00 && unit <= 0xd7a3)) return unit;
  if (MARK.test(character)) return DROP;
  const direct = SAME[character] ?? SAME[character.toLowerCase()];
  if (direct !== undefined) return direct.charCodeAt(0);
  const wide = character.normalize("NFKD").toLowerCase();
  const first = wide.codePointAt(0) ?? unit;
  return first > 0xffff ? unit : (SAME[String.fromCharCode(first)]?.charCodeAt(0) ?? first);
}

/** The folded form of one unit; 0 when it vanishes. */
export function foldedUnit(unit: number): number {
  const known = table[unit]!;
  if (known !== UNSEEN) return known;
  const folded = foldUnit(unit);
  table[unit] = folded;
  return folded;
}

const unitsOf = createUnitCopy(4_096);

/**
 * Writes the folded units of a text into `out` and says how many there are. White space becomes one blank.
 * @shape out at least text.length
 */
export function foldInto(text: string, out: Uint16Array): number {
  const units = unitsOf(text);
  let count = 0;
  let wasBlank = true;
  for (let at = 0; at < text.length; at += 1) {
    const folded = foldedUnit(units[at]!);
    if (folded === DROP) continue;
    const isBlank = folded <= 32;
    if (isBlank && wasBlank) continue;
    out[count] = isBlank ? 32 : folded;
    count += 1;
    wasBlank = isBlank;
  }
  return count;
}

export function foldText(text: string): string {
  const out = new Uint16Array(text.length);
  const count = foldInto(text, out);
  return textOfUnits(out, count).trim();
}

/** Not spread, which would make an object for each unit. @param count at most some thousands */
export const textOfUnits = (units: Uint16Array, count: number): string =>
  String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[]);
