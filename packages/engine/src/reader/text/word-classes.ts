// Which UTF-16 units make up words, and which belong to scripts that write words without blanks between them.

/** Makes up words with its neighbours. */
export const WORD = 1;
/** Class of a script that writes words without blanks. */
export const OPEN = 2;
const OTHER = 3;
const classes = new Uint8Array(65_536);
const LETTER = /^[\p{L}\p{N}\p{M}]$/u;

function isOpenScript(unit: number): boolean {
  return (
    (unit >= 0x0e00 && unit <= 0x0eff) ||
    (unit >= 0x3040 && unit <= 0x30ff) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3)
  );
}

function findClass(unit: number): number {
  const found = isOpenScript(unit) ? OPEN : LETTER.test(String.fromCharCode(unit)) ? WORD : OTHER;
  classes[unit] = found;
  return found;
}

/** `WORD`, `OPEN`, or neither. */
export function wordClassOf(unit: number): number {
  return classes[unit]! || findClass(unit);
}

export function isWordUnit(unit: number): boolean {
  return wordClassOf(unit) === WORD;
}

/** Thai, Lao, kana, ideographs and Hangul: an entry may begin and end at any unit. */
export function isOpenUnit(unit: number): boolean {
  return wordClassOf(unit) === OPEN;
}
