// WordPiece of the uncased BERT family: greedy longest match inside each word, "[UNK]" for a word that has no cover.
// Equal, token for token, to the reference tokenizer without its special tokens (see the conformance test).
import { charClass, DROPPED, foldUnit, SINGLE, SPACE } from "./char-classes.ts";
import { healWord } from "./heal-word.ts";
import { normaliseText } from "./normalise-text.ts";
import { MEMO_PIECES, MEMO_UNITS, PIECE_ROOT, stepTo, WORD_ROOT } from "./vocabulary.ts";
import type { Vocabulary, WordMemo } from "./vocabulary.ts";

/** A word longer than this is unknown as a whole, as in the reference. */
const WORD_UNITS_MAX = 100;

/** Where the pieces go: a buffer that is written from the front, and the units of the word in hand. */
export interface TokenBuffer {
  readonly ids: Int32Array;
  readonly word: Uint16Array;
  count: number;
}

export function createTokenBuffer(tokensMax: number): TokenBuffer {
  return { ids: new Int32Array(tokensMax), word: new Uint16Array(WORD_UNITS_MAX + 1), count: 0 };
}

function matchPiece(vocabulary: Vocabulary, out: TokenBuffer, from: number, to: number): number {
  const { word } = out;
  let node = from === 0 ? WORD_ROOT : PIECE_ROOT;
  let token = -1;
  let end = from;
  for (let index = from; index < to; index += 1) {
    node = stepTo(vocabulary, node, word[index] ?? 0);
    if (node === -1) break;
    const found = vocabulary.tokenAt[node] ?? -1;
    if (found !== -1) {
      token = found;
      end = index + 1;
    }
  }
  if (token !== -1 && out.count < out.ids.length) out.ids[out.count] = token;
  return token === -1 ? -1 : end;
}

function matchWord(vocabulary: Vocabulary, out: TokenBuffer, length: number): void {
  const start = out.count;
  if (start >= out.ids.length) return;
  let at = length > WORD_UNITS_MAX ? -1 : 0;
  while (at !== -1 && at < length) {
    at = matchPiece(vocabulary, out, at, length);
    if (at !== -1) out.count = Math.min(out.count + 1, out.ids.length);
  }
  if (at !== -1) return;
  out.ids[start] = vocabulary.unknownId;
  out.count = start + 1;
}

function memoSlotOf(memo: WordMemo, word: Uint16Array, length: number): number {
  let hash = length;
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash, 31) + word[index]!;
  return (hash ^ (hash >>> 12)) & memo.slotMask;
}

function isRemembered({ lengths, units }: WordMemo, slot: number, { word }: TokenBuffer): boolean {
  const length = lengths[slot]!;
  for (let index = 0, at = slot * MEMO_UNITS; index < length; index += 1, at += 1)
    if (units[at] !== word[index]) return false;
  return true;
}

function remember(memo: WordMemo, slot: number, { word, ids }: TokenBuffer, range: PieceRange): void {
  memo.lengths[slot] = range.length;
  for (let index = 0; index < range.length; index += 1) memo.units[slot * MEMO_UNITS + index] = word[index]!;
  const count = range.to - range.from;
  memo.pieceCounts[slot] = count;
  for (let index = 0; index < count; index += 1)
    memo.pieces[slot * MEMO_PIECES + index] = ids[range.from + index]!;
}

/** The pieces of one word in a buffer. */
interface PieceRange {
  /** Of the word. @unit UTF-16 units */
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Takes the pieces of a word that the vocabulary does not have as a whole back for the word that was meant, if any. */
function heal(
  vocabulary: Vocabulary,
  out: TokenBuffer,
  { length, from }: Pick<PieceRange, "length" | "from">,
): void {
  const token = healWord(vocabulary, out.word, length);
  if (token === -1) return;
  out.ids[from] = token;
  out.count = from + 1;
}

function pushWord(vocabulary: Vocabulary, out: TokenBuffer, length: number): void {
  const { memo } = vocabulary;
  const from = out.count;
  // Near the end of the buffer pieces are cut off, which must not be remembered.
  if (length > MEMO_UNITS || from + MEMO_UNITS > out.ids.length) {
    matchWord(vocabulary, out, length);
    return;
  }
  const slot = memoSlotOf(memo, out.word, length);
  if (memo.lengths[slot] === length && isRemembered(memo, slot, out)) {
    const count = memo.pieceCounts[slot]!;
    for (let index = 0; index < count; index += 1)
      out.ids[from + index] = memo.pieces[slot * MEMO_PIECES + index]!;
    out.count = from + count;
    return;
  }
  matchWord(vocabulary, out, length);
  if (vocabulary.isHealing && out.count - from > 1) heal(vocabulary, out, { length, from });
  if (out.count - from <= MEMO_PIECES) remember(memo, slot, out, { length, from, to: out.count });
}

/** Part of a text that needs no rewriting. */
interface TextRange {
  readonly plain: string;
  readonly from: number;
  /** Tokens in the buffer at which reading stops, after a whole word. */
  readonly tokensMax: number;
}

/** Appends the token ids of the range; returns where it stopped. */
function appendTokens(
  vocabulary: Vocabulary,
  { plain, from, tokensMax }: TextRange,
  out: TokenBuffer,
): number {
  const { word } = out;
  let length = 0;
  let index = from;
  for (; index < plain.length && out.count < tokensMax; index += 1) {
    const unit = plain.charCodeAt(index);
    const kind = charClass(unit);
    if (kind === DROPPED) continue;
    if (kind === SPACE || kind === SINGLE) {
      if (length > 0) pushWord(vocabulary, out, length);
      length = 0;
      if (kind === SPACE) continue;
      word[0] = unit;
      pushWord(vocabulary, out, 1);
      continue;
    }
    if (length <= WORD_UNITS_MAX) word[length] = foldUnit(unit);
    length += 1;
  }
  if (length > 0) pushWord(vocabulary, out, length);
  return index;
}

/** Writes the token ids of `text` into `out` from its front; what does not fit is left out. Returns the count. */
export function tokenise(vocabulary: Vocabulary, text: string, out: TokenBuffer): number {
  out.count = 0;
  appendTokens(vocabulary, { plain: normaliseText(text), from: 0, tokensMax: out.ids.length }, out);
  return out.count;
}

/** Words of prose take half of this. */
const UNITS_PER_TOKEN = 8;

/** The first blank from `from` on, where reading may begin; -1 without one. */
function findBlank(plain: string, from: number): number {
  for (let index = from; index < plain.length; index += 1)
    if (charClass(plain.charCodeAt(index)) === SPACE) return index;
  return -1;
}

/**
 * As `tokenise`, then only the first `head` and the last `tail` ids, without reading all of what lies between.
 * @returns the count, at most head + tail
 */
export function tokeniseEnds(
  vocabulary: Vocabulary,
  text: string,
  out: TokenBuffer,
  ends: { readonly head: number; readonly tail: number },
): number {
  const { head, tail } = ends;
  const plain = normaliseText(text);
  out.count = 0;
  const headEnd = appendTokens(vocabulary, { plain, from: 0, tokensMax: head }, out);
  const headCount = out.count;
  for (let width = tail * UNITS_PER_TOKEN; ; width *= 2) {
    const blank = plain.length - width > headEnd ? findBlank(plain, plain.length - width) : -1;
    out.count = headCount;
    appendTokens(vocabulary, { plain, from: Math.max(blank, headEnd), tokensMax: out.ids.length }, out);
    if (blank < headEnd || out.count - headCount >= tail) break;
  }
  if (out.count <= head + tail) return out.count;
  out.ids.copyWithin(head, out.count - tail, out.count);
  return head + tail;
}
