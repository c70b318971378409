// Features of the pieces of a turn, each as a slot of a table: what a piece says, its kind and place, the words beside it, and what
// heads it. Words are hashed; none is kept.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { foldedUnit } from "../text/fold-text.ts";
import { OPEN, WORD, wordClassOf } from "../text/word-classes.ts";
import { PIECE_KINDS, PIECES_MOST } from "./pieces.ts";
import type { Piece } from "./pieces.ts";

export const FRAME_SLOTS = 1 << 15;
/** Length and words that are read of a piece, from its front. */
const [UNITS_READ, WORDS_MOST] = [160, 28];
const STEM_UNITS = 5;
const SLOTS_MOST = 40 + 4 * WORDS_MOST;
/** A short sentence heads what follows it, as a label does. @unit UTF-16 units */
const HEAD_MOST = 24;
const HEAD_WORDS = 5;

const HEAD_KINDS = new Set(["label", "tag", "key"]);
const KIND_OF = new Map(PIECE_KINDS.map((kind, at) => [kind, at]));
/** Words that stand for the edges of a turn, and for any number. */
const [NO_WORD, FRONT, BACK, NUMBER] = [0, 1, 2, 3] as const;

const PRIME = 16_777_619;
function mix(value: number): number {
  let hash = value ^ (value >>> 15);
  hash = Math.imul(hash, 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) & (FRAME_SLOTS - 1);
}
const slotOf = (salt: number, one: number, two = 0, three = 0): number =>
  mix(
    Math.imul(
      Math.imul(Math.imul(Math.imul(salt + 1, 0x9e37_79b1) ^ one, PRIME) ^ two, PRIME) ^ three,
      PRIME,
    ),
  );
const bucketOf = (units: number): number => Math.min(9, 31 - Math.clz32(1 + units));

/** Words of each piece, and the stems of the longer ones. @shape PIECES_MOST x WORDS_MOST */
const words = new Int32Array(PIECES_MOST * WORDS_MOST);
const stems = new Int32Array(PIECES_MOST * WORDS_MOST);
const counts = new Int32Array(PIECES_MOST);
const unitsOf = createUnitCopy(UNITS_READ);
const folded = new Uint16Array(UNITS_READ);

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

function readWords(text: string, piece: number): void {
  const part = text.length > UNITS_READ ? text.slice(0, UNITS_READ) : text;
  const units = unitsOf(part);
  let length = 0;
  for (let at = 0; at < part.length; at += 1) {
    const unit = foldedUnit(units[at]!);
    if (unit !== 0) folded[length++] = unit;
  }
  const first = piece * WORDS_MOST;
  let count = 0;
  for (let at = 0; at < length && count < WORDS_MOST;) {
    const unit = folded[at]!;
    const kind = wordClassOf(unit);
    let [hash, stem] = [0x811c_9dc5 ^ unit, 0];
    at += 1;
    if (unit <= 32) continue;
    if (isDigit(unit)) {
      while (at < length && isDigit(folded[at]!)) at += 1;
      hash = NUMBER;
    } else if (kind === WORD) {
      const from = at - 1;
      for (; at < length && wordClassOf(folded[at]!) === WORD; at += 1) {
        if (at - from === STEM_UNITS) stem = hash;
        hash = Math.imul(hash, PRIME) ^ folded[at]!;
      }
    } else if (kind === OPEN) stem = NO_WORD;
    words[first + count] = hash;
    stems[first + count] = stem;
    count += 1;
  }
  counts[piece] = count;
}

const wordAt = (piece: number, at: number): number => words[piece * WORDS_MOST + at]!;

/** Some words of a piece in a row, as one. */
function joined(piece: number, from: number, to: number): number {
  let hash = 0;
  const end = Math.min(to, counts[piece]!);
  for (let at = Math.max(0, from); at < end; at += 1) hash = Math.imul(hash, 31) + wordAt(piece, at);
  return hash;
}

/** The heading of each piece, and whether one with the same words comes again; as numbers. */
interface Heads {
  /** Index of the piece that heads each; -1 where none does. @shape pieces */
  readonly of: Int32Array;
  /** 0: none; 1: no other with these words; 2: another comes later; 3: others came before. @shape pieces */
  readonly repeats: Int32Array;
  readonly names: Int32Array;
}

const heads: Heads = {
  of: new Int32Array(PIECES_MOST),
  repeats: new Int32Array(PIECES_MOST),
  names: new Int32Array(PIECES_MOST),
};

/** Words alone say whether two headings are alike: "Q1:" and "Q2:" are. */
function nameOf(piece: number): number {
  let hash = 0;
  for (let at = 0; at < counts[piece]!; at += 1) {
    const word = wordAt(piece, at);
    if (word !== NUMBER && word !== HASH_SIGN && word !== STAR) hash = Math.imul(hash, 31) + word;
  }
  return hash;
}
const [HASH_SIGN, STAR] = [0x811c_9dc5 ^ 35, 0x811c_9dc5 ^ 42] as const;

function readHeads(pieces: readonly Piece[]): void {
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  let current = -1;
  pieces.forEach((piece, at) => {
    const isHead =
      HEAD_KINDS.has(piece.kind) || (piece.kind === "sentence" && piece.text.length <= HEAD_MOST);
    if (isHead) {
      const name = nameOf(at);
      heads.names[at] = name;
      if (!first.has(name)) first.set(name, at);
      last.set(name, at);
      current = at;
    }
    heads.of[at] = current;
  });
  for (let at = 0; at < pieces.length; at += 1) {
    const head = heads.of[at]!;
    const name = head < 0 ? 0 : heads.names[head]!;
    heads.repeats[at] = head < 0 ? 0 : last.get(name)! > head ? 2 : first.get(name)! < head ? 3 : 1;
  }
}

/** The slots of one piece; what the next call overwrites. */
interface Slots {
  /** @shape SLOTS_MOST */
  readonly ids: Int32Array;
  count: number;
}
const slots: Slots = { ids: new Int32Array(SLOTS_MOST), count: 0 };
const add = (salt: number, one: number, two = 0, three = 0): void => {
  slots.ids[slots.count] = slotOf(salt, one, two, three);
  slots.count += 1;
};

interface Turn {
  readonly pieces: readonly Piece[];
  readonly kinds: Int32Array;
  readonly isSystem: number;
  readonly longest: number;
  readonly units: number;
}
const kinds = new Int32Array(PIECES_MOST);
/** Length of the line of each piece, and that of the longest. @shape PIECES_MOST */
const lineUnits = new Int32Array(PIECES_MOST);
let longestLine = 0;

function readLines(pieces: readonly Piece[]): void {
  longestLine = 0;
  for (let from = 0; from < pieces.length;) {
    let to = from + 1;
    let units = pieces[from]!.text.length;
    for (; to < pieces.length && pieces[to]!.breaks === 0; to += 1) units += pieces[to]!.text.length;
    lineUnits.fill(units, from, to);
    longestLine = Math.max(longestLine, units);
    from = to;
  }
}

function addPlace(
  { pieces, kinds: kindOf, isSystem, longest, units }: Turn,
  at: number,
  before: number,
): void {
  const { length } = pieces[at]!.text;
  const kind = kindOf[at]!;
  const place = at === 0 ? 1 : at === pieces.length - 1 ? 2 : 3;
  const side = Math.sign(at - longest) + 1;
  const [left, right] = [at === 0 ? 30 : kindOf[at - 1]!, at === pieces.length - 1 ? 31 : kindOf[at + 1]!];
  add(0, 0);
  add(1, kind);
  add(2, kind, place);
  add(3, bucketOf(length), kind);
  add(4, place, Math.min(6, pieces.length));
  add(5, Number(at === longest));
  add(6, Math.floor((length / units) * 8));
  add(7, isSystem, place);
  add(8, isSystem, kind);
  add(9, Math.floor((before / units) * 4));
  add(10, left, kind, right);
  add(11, side, kind);
  add(12, side, Math.min(3, Math.abs(at - longest)));
  const [above, below] = [pieces[at]!.breaks, pieces[at + 1]?.breaks ?? 2];
  add(29, above, below, kind);
  add(30, above, kind, left);
  add(31, below, kind, right);
  add(32, Number(lineUnits[at] === longestLine), above, kind);
}

function addHead({ kinds: kindOf }: Turn, at: number): void {
  const head = heads.of[at]!;
  const [isHead, repeats] = [Number(head === at), heads.repeats[at]!];
  add(13, repeats, isHead);
  add(14, repeats, kindOf[at], isHead);
  if (head < 0 || head === at) return;
  add(15, joined(head, 0, HEAD_WORDS));
  for (let word = 0; word < Math.min(HEAD_WORDS, counts[head]!); word += 1) add(16, wordAt(head, word));
  add(17, kindOf[head]!, Math.min(4, at - head));
}

function addWords({ pieces, kinds: kindOf }: Turn, at: number): void {
  const [kind, count] = [kindOf[at]!, counts[at]!];
  const place = at === 0 ? 1 : at === pieces.length - 1 ? 2 : 3;
  const [before, after] = [at === 0 ? 0 : counts[at - 1]!, at === pieces.length - 1 ? 0 : counts[at + 1]!];
  add(18, count === 0 ? NO_WORD : wordAt(at, count - 1), kind);
  add(19, at === 0 ? FRONT : before === 0 ? NO_WORD : wordAt(at - 1, before - 1), kind);
  add(20, at === 0 ? FRONT : joined(at - 1, before - 3, before));
  add(21, at === pieces.length - 1 ? BACK : joined(at + 1, 0, Math.min(2, after)));
  add(22, joined(at, 0, 3));
  if (count <= 6) add(23, joined(at, 0, count));
  if (at > 0 && HEAD_KINDS.has(pieces[at - 1]!.kind)) add(24, joined(at - 1, 0, before));
  for (let index = 0; index < count; index += 1) {
    const word = wordAt(at, index);
    add(25, word);
    add(26, word, place);
    if (index > 0) add(27, wordAt(at, index - 1), word);
    const stem = stems[at * WORDS_MOST + index]!;
    if (stem !== NO_WORD) add(28, stem);
  }
}

/**
 * Hands the slots of each piece to `take`, which must use them up before it returns.
 * @param pieces at most PIECES_MOST
 * @returns index of the piece that heads each, or -1; until the next call
 */
export function readPieces(
  pieces: readonly Piece[],
  isSystem: boolean,
  take: (piece: number, slots: { readonly ids: Int32Array; readonly count: number }) => void,
): Int32Array {
  let [longest, units] = [0, 0];
  pieces.forEach((piece, at) => {
    readWords(piece.text, at);
    kinds[at] = KIND_OF.get(piece.kind)!;
    if (piece.text.length > pieces[longest]!.text.length) longest = at;
    units += piece.text.length;
  });
  readHeads(pieces);
  readLines(pieces);
  const turn: Turn = { pieces, kinds, isSystem: Number(isSystem), longest, units };
  let before = 0;
  pieces.forEach((piece, at) => {
    slots.count = 0;
    addPlace(turn, at, before);
    addHead(turn, at);
    addWords(turn, at);
    take(at, slots);
    before += piece.text.length;
  });
  return heads.of;
}
