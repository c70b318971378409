// A mistyped word falls into pieces that mean nothing. Where one slip of the finger away from a word of the vocabulary,
// the reader takes that word instead, so that a typo moves an estimate little.
// @source the four slips of Damerau (1964): a letter too many, one missing, one wrong, two neighbours swapped
import { stepTo, WORD_ROOT } from "./vocabulary.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Shorter words have too many neighbours. */
const UNITS_MIN = 5;
/** Longer ones are rarely words. */
const UNITS_MAX = 16;
const FIRST_LETTER = 97;
const LAST_LETTER = 122;

interface Word {
  readonly vocabulary: Vocabulary;
  readonly units: Uint16Array;
  readonly length: number;
}

function isPlainWord(units: Uint16Array, length: number): boolean {
  if (length < UNITS_MIN || length > UNITS_MAX) return false;
  for (let index = 0; index < length; index += 1)
    if (units[index]! < FIRST_LETTER || units[index]! > LAST_LETTER) return false;
  return true;
}

/** Token of the word that goes on from `node` with the units from `from` on; -1 without one. */
function finish({ vocabulary, units, length }: Word, node: number, from: number): number {
  let at = node;
  for (let index = from; index < length && at !== -1; index += 1) at = stepTo(vocabulary, at, units[index]!);
  return at === -1 ? -1 : vocabulary.tokenAt[at]!;
}

/** Lower ids are the more frequent words. */
const better = (best: number, token: number): number =>
  token !== -1 && (best === -1 || token < best) ? token : best;

/** The best word with its one slip at `index`, after the exact units before it led to `node`. */
function slipAt(word: Word, node: number, index: number): number {
  const { vocabulary, units, length } = word;
  let best = finish(word, node, index + 1);
  if (index + 1 < length) {
    const swapped = stepTo(vocabulary, node, units[index + 1]!);
    if (swapped !== -1) {
      const back = stepTo(vocabulary, swapped, units[index]!);
      if (back !== -1) best = better(best, finish(word, back, index + 2));
    }
  }
  for (let letter = FIRST_LETTER; letter <= LAST_LETTER; letter += 1) {
    const next = stepTo(vocabulary, node, letter);
    if (next === -1) continue;
    best = better(best, finish(word, next, index));
    if (letter !== units[index]) best = better(best, finish(word, next, index + 1));
  }
  return best;
}

/**
 * The most frequent word one slip away that begins with the same letter; -1 without one.
 * @param units lower-case code units of a word that the vocabulary does not have as a whole
 */
export function healWord(vocabulary: Vocabulary, units: Uint16Array, length: number): number {
  if (!isPlainWord(units, length)) return -1;
  const word = { vocabulary, units, length };
  let best = -1;
  let node = WORD_ROOT;
  for (let index = 0; index <= length && node !== -1; index += 1) {
    if (index > 0) best = better(best, slipAt(word, node, index));
    if (index < length) node = stepTo(vocabulary, node, units[index]!);
  }
  return best;
}
