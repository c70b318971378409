// The slow path of the tokenizer: rewrites text with accents, capitals beyond ASCII or surrogate pairs
// into the form that the fast loop can read unit by unit. Text that needs no rewriting comes back as it is.
import {
  charClass,
  classOfCodePoint,
  COMPOSED,
  DROPPED,
  isIdeograph,
  SINGLE,
  SPACE,
} from "./char-classes.ts";

const ACCENTS = /\p{Mn}/gu;
const ACCENT_ONLY = /^\p{Mn}$/u;

/** What becomes of a character before decomposition. */
const KEEP = 1;
const DROP = 2;
const BLANK = 3;
const SPREAD = 4;

/** Whether any unit of the text needs rewriting before it can be matched. */
function needsRewriting(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 128 && charClass(unit) === COMPOSED) return true;
  }
  return false;
}

function decideFate(codePoint: number): number {
  if (isIdeograph(codePoint)) return SPREAD;
  const kind = classOfCodePoint(codePoint);
  if (kind === DROPPED) return ACCENT_ONLY.test(String.fromCodePoint(codePoint)) ? KEEP : DROP;
  if (kind === SPACE) return BLANK;
  return kind === SINGLE && codePoint > 0xffff ? SPREAD : KEEP;
}

/** Fates of the basic plane, filled on first sight. */
const fates = new Uint8Array(65_536);

function fateOf(codePoint: number): number {
  if (codePoint > 0xffff) return decideFate(codePoint);
  const known = fates[codePoint] ?? 0;
  if (known !== 0) return known;
  const found = decideFate(codePoint);
  fates[codePoint] = found;
  return found;
}

/** Lower-cased, decomposed and accent-free text, with control characters gone and rare ideographs spaced out. */
export function normaliseText(text: string): string {
  if (!needsRewriting(text)) return text;
  let clean = "";
  for (const character of text) {
    const fate = fateOf(character.codePointAt(0) ?? 0);
    if (fate === KEEP) clean += character;
    else if (fate === SPREAD) clean += ` ${character} `;
    else if (fate === BLANK) clean += " ";
  }
  return clean.normalize("NFD").replace(ACCENTS, "").toLowerCase();
}
