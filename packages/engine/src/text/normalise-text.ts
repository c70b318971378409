// The slow path of the tokenizer: rewrites text with accents, capitals beyond ASCII or surrogate pairs
// into the form that the fast loop can read unit by unit. Text in plain ASCII comes back as it is.
import {
  charClass,
  COMPOSED,
  classOfCodePoint,
  DROPPED,
  isIdeograph,
  SINGLE,
  SPACE,
} from "./char-classes.ts";

const ACCENTS = /\p{Mn}/gu;

/** Whether any unit of the text needs rewriting before it can be matched. */
function needsRewriting(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 128 && charClass(unit) === COMPOSED) return true;
  }
  return false;
}

function spaced(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (isIdeograph(codePoint)) return ` ${character} `;
  const kind = classOfCodePoint(codePoint);
  if (kind === DROPPED) return ACCENT_ONLY.test(character) ? character : "";
  if (kind === SPACE) return " ";
  return kind === SINGLE && codePoint > 0xffff ? ` ${character} ` : character;
}

const ACCENT_ONLY = /^\p{Mn}$/u;

/** Lower-cased, decomposed and accent-free text, with control characters gone and rare ideographs spaced out. */
export function normaliseText(text: string): string {
  if (!needsRewriting(text)) return text;
  let clean = "";
  for (const character of text) clean += spaced(character);
  return clean.normalize("NFD").replace(ACCENTS, "").toLowerCase();
}
