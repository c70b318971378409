// One pass over a text: its units are folded, then read as concepts of the lexicon, as hashes of words, and as rows of weights.
import { classOfUnit, foldUnit } from "./env";
import { concepts, firstAt, markConcepts } from "./lexicon";

const UNSEEN: u32 = 0xffff;
const BLANK: u32 = 32;
export const WORD: u32 = 1;
const OPEN: u32 = 2;

let folds: usize;
let classes: usize;
let bones: usize;

/** Tables by unit: 2 bytes, 1 byte, 2 bytes each. Of them `bones` is filled. */
export function setTables(foldsAt: usize, classesAt: usize, bonesAt: usize): void {
  folds = foldsAt;
  classes = classesAt;
  bones = bonesAt;
  memory.fill(folds, 0xff, 0x20000);
}

export function classOf(unit: u32): u32 {
  const known = <u32>load<u8>(classes + unit);
  if (known != 0) return known;
  const found = classOfUnit(unit);
  store<u8>(classes + unit, found);
  return found;
}

function foldedOf(unit: u32): u32 {
  const folded = foldUnit(unit);
  store<u16>(folds + (unit << 1), folded);
  return folded;
}

/** Writes the folded units, white space as one blank. @returns how many there are */
export function fold(text: usize, length: i32, out: usize): i32 {
  let to = out;
  let wasBlank = true;
  for (let at = text, end = text + ((<usize>length) << 1); at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    let folded = <u32>load<u16>(folds + (unit << 1));
    if (folded == UNSEEN) folded = foldedOf(unit);
    if (folded == 0) continue;
    const isBlank = folded <= BLANK;
    if (isBlank && wasBlank) continue;
    store<u16>(to, isBlank ? BLANK : folded);
    to += 2;
    wasBlank = isBlank;
  }
  return <i32>((to - out) >> 1);
}

/** @source Fowler, Noll, Vo: 32-bit FNV-1a */
const PRIME: u32 = 0x01000193;
const BASIS: u32 = 0x811c9dc5;
const SOFT: u32 = 1;
const BONES_LEAST: i32 = 3;

function mix(hash: u32): u32 {
  return hash ^ (hash >>> 15);
}

function hashUnits(from: usize, to: usize, seed: u32): u32 {
  let hash = BASIS ^ seed;
  for (let at = from; at < to; at += 2) hash = (hash ^ load<u16>(at)) * PRIME;
  return mix(hash);
}

/** Hash of the first letter of a word and the consonants after it, doubled ones once; 0 where too few are left to tell a word by. */
function hashBones(from: usize, to: usize, seed: u32): u32 {
  let hash = BASIS ^ seed;
  let count = 0;
  let before: u32 = 0;
  for (let at = from; at < to; at += 2) {
    const unit = <u32>load<u16>(at);
    const bone = <u32>load<u16>(bones + (unit << 1));
    if (bone == before || (before != 0 && bone == SOFT)) continue;
    before = bone == SOFT ? unit : bone;
    hash = (hash ^ before) * PRIME;
    count += 1;
  }
  return count < BONES_LEAST ? 0 : mix(hash);
}

/** One hash for each length, four bits each, of the first units of a stretch. @returns where the next hash goes */
function hashPieces(from: usize, to: usize, lengths: u32, firstSeed: u32, out: usize): usize {
  let next = out;
  let seed = firstSeed;
  for (let rest = lengths; rest != 0; rest >>>= 4) {
    const end = from + ((rest & 15) << 1);
    if (end > to) break;
    store<u32>(next, hashUnits(from, end, seed));
    seed += 1;
    next += 4;
  }
  return next;
}

/**
 * Hashes of the words of folded units: of each, of it and the word before it, of its bones, of its stems; of a unit of an open
 * script those of its pieces, and it counts as half a word. @returns how many there are
 */
export function hashWords(
  units: usize,
  count: i32,
  base: u32,
  wordsMost: i32,
  stems: u32,
  pieces: u32,
  hasBones: bool,
  hasPairs: bool,
  out: usize,
): i32 {
  let next = out;
  let halves = 0;
  let before: u32 = 0;
  const end = units + ((<usize>count) << 1);
  for (let at = units; at < end && halves < 2 * wordsMost;) {
    const kind = classOf(load<u16>(at));
    const from = at;
    at += 2;
    if (kind == OPEN) {
      next = hashPieces(from, end, pieces, base + 1, next);
      halves += 1;
    }
    if (kind != WORD) continue;
    while (at < end && classOf(load<u16>(at)) == WORD) at += 2;
    const own = hashUnits(from, at, base + 3);
    store<u32>(next, own);
    next += 4;
    if (hasPairs && before != 0) {
      store<u32>(next, mix((before * PRIME) ^ own));
      next += 4;
    }
    before = own;
    const bone = hasBones ? hashBones(from, at, base + 7) : 0;
    if (bone != 0) {
      store<u32>(next, bone);
      next += 4;
    }
    next = hashPieces(from, at - 2, stems, base + 4, next);
    halves += 2;
  }
  return <i32>((next - out) >> 2);
}

let ids: usize;
let values: usize;
let rowMost: i32;

/** Where a row of features is written: numbers, values. */
export function setRow(idsAt: usize, valuesAt: usize, most: i32): void {
  ids = idsAt;
  values = valuesAt;
  rowMost = most;
}

function add(count: i32, id: i32, value: f32): i32 {
  if (count == rowMost || value == 0) return count;
  store<i32>(ids + ((<usize>count) << 2), id);
  store<f32>(values + ((<usize>count) << 2), value);
  return count + 1;
}

/**
 * Adds the concepts of folded units to a row of `row` entries, and beside each how near to the beginning it first begins.
 * @param near by that place, four bytes each; 0 where it does not count. @returns entries of the row
 */
export function addConcepts(units: usize, count: i32, row: i32, at: i32, nearAt: i32, near: usize): i32 {
  const found = markConcepts(units, count);
  let next = row;
  for (let which = 0; which < found; which += 1) {
    const concept = load<i32>(concepts + ((<usize>which) << 2));
    next = add(next, at + concept, 1);
    if (near == 0) continue;
    const first = load<u32>(firstAt + ((<usize>concept) << 2));
    next = add(next, nearAt + concept, load<f32>(near + ((<usize>first) << 2)));
  }
  return next;
}

let known: usize;
let seen: usize;
let rows: usize;
let places: usize;
let seenCount: i32 = 0;
/** Open addressing: the rows of a segment are few, so they stay in the nearest cache, where a byte for every row would not. */
const SEEN_PLACES: u32 = 4096;
const ROWS_MOST: i32 = 2048;

/**
 * @param knownAt by 32 slots: which of them have a row, a bit each, and how many rows those before them have
 * @param seenAt 4,096 numbers of four bytes
 * @param rowsAt 2,048 of them, and as many behind
 */
export function setHashing(knownAt: usize, seenAt: usize, rowsAt: usize): void {
  known = knownAt;
  seen = seenAt;
  rows = rowsAt;
  places = rowsAt + ((<usize>ROWS_MOST) << 2);
  memory.fill(seen, 0xff, SEEN_PLACES << 2);
}

/** Row of a slot, or -1 where nothing was learned of it. */
export function rowOfSlot(slot: u32): i32 {
  const at = known + ((slot >>> 5) << 3);
  const bits = load<u32>(at);
  const bit = (<u32>1) << (slot & 31);
  return (bits & bit) == 0 ? -1 : load<i32>(at, 4) + <i32>popcnt<u32>(bits & (bit - 1));
}

function see(row: i32): void {
  if (seenCount == ROWS_MOST) return;
  let place = <u32>row & (SEEN_PLACES - 1);
  for (; ; place = (place + 1) & (SEEN_PLACES - 1)) {
    const other = load<i32>(seen + (place << 2));
    if (other == row) return;
    if (other == -1) break;
  }
  store<i32>(seen + (place << 2), row);
  store<u32>(places + ((<usize>seenCount) << 2), place);
  store<i32>(rows + ((<usize>seenCount) << 2), row);
  seenCount += 1;
}

/** Sees the rows of hashes, each once; the hashes are overwritten. */
export function seeHashes(hashes: usize, count: i32, slotsFrom: u32, mask: u32): void {
  // Nobody can foresee whether a slot is known: without a branch on it several are looked up at a time.
  let to = hashes;
  for (let at = hashes, end = hashes + ((<usize>count) << 2); at < end; at += 4) {
    const slot = slotsFrom + (load<u32>(at) & mask);
    store<u32>(to, slot);
    to += ((load<u32>(known + ((slot >>> 5) << 3)) >>> (slot & 31)) & 1) << 2;
  }
  for (let at = hashes; at < to; at += 4) see(rowOfSlot(load<u32>(at)));
}

/** Adds the rows that were seen to a row of `row` entries, and forgets them. @returns entries of the row */
export function addSeen(row: i32, from: i32, value: f32): i32 {
  let next = row;
  for (let at = 0; at < seenCount; at += 1) {
    next = add(next, from + load<i32>(rows + ((<usize>at) << 2)), value);
    store<i32>(seen + (load<u32>(places + ((<usize>at) << 2)) << 2), -1);
  }
  seenCount = 0;
  return next;
}
