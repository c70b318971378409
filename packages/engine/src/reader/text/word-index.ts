// Words and phrases of many languages, found in one pass over folded text: a hash that rolls along each word meets those that it
// begins with, and each sign of a script without blanks is looked up by itself.
import { foldInto } from "./fold-text.ts";
import { isOpenUnit, isWordUnit } from "./word-classes.ts";

/** A power of two far above the number of words, so that nearly every look ends at its first slot. */
const SLOTS = 4096;

const step = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) | 0;

function hashOf(word: string): number {
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) hash = step(hash, word.charCodeAt(index));
  return hash;
}

/** The hash's slot, or the free one where it would stand. The empty word's hash, 0, marks a free slot. @shape hashes SLOTS */
function slotOf(hashes: Int32Array, hash: number): number {
  let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/** By the first three units of a word, as bits: whether an entry may begin so. It settles most words before anything is hashed. */
type WordGate = Int32Array;

const closedGate = (): WordGate => new Int32Array(2048);

/** Words that begin in ASCII are apart from all others. @param second and `third` are 0 behind a short word */
const prefixOf = (first: number, second: number, third: number): number =>
  (first < 128 ? 0 : 32_768) | ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);

/** A short stem opens the gate to all that may follow it. */
function openGate(gate: WordGate, key: string, isStem: boolean): void {
  const from = prefixOf(key.charCodeAt(0), key.charCodeAt(1), key.charCodeAt(2));
  const open = isStem ? 32 ** Math.max(0, 3 - key.length) : 1;
  for (let at = from; at < from + open; at += 1) gate[at >> 5]! |= 1 << (at & 31);
}

interface WordEntry<Role> {
  /** "_" stands for a blank; "*" ends a stem. */
  readonly word: string;
  readonly role: Role;
}

/** @param words parted by blanks */
export const entriesOf = <const Role>(role: Role, words = ""): WordEntry<Role>[] =>
  words
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ word, role }));

interface WordHit<Role> {
  readonly role: Role;
  readonly from: number;
  readonly to: number;
}

interface WordIndex<Role> {
  /** The longest entry at each place where one begins, in order. */
  find(units: Uint16Array, count: number): readonly WordHit<Role>[];
}

const LOW_BITS = 0xffff;

interface Folded<Role> {
  readonly units: Uint16Array;
  readonly isStem: boolean;
  readonly role: Role;
}

const HANGUL_FROM = 0xac00;
const HANGUL_TO = 0xd7a3;
const isHangul = (unit: number): boolean => unit >= HANGUL_FROM && unit <= HANGUL_TO;

/** Writes the units of a text as the texts are that are looked through. */
type WriteUnits = (text: string, out: Uint16Array) => number;

function fold<Role>({ word, role }: WordEntry<Role>, write: WriteUnits): Folded<Role> {
  const isStem = word.endsWith("*");
  const text = (isStem ? word.slice(0, -1) : word).replaceAll("_", " ");
  const units = new Uint16Array(text.length);
  const count = write(text, units);
  return { units: units.slice(0, count), isStem, role };
}

interface IndexedText {
  readonly units: Uint16Array;
  readonly count: number;
}

/** The first word of an entry, or its first sign. */
function keyOf(units: Uint16Array): string {
  let to = 1;
  if (!isOpenUnit(units[0]!)) while (to < units.length && isWordUnit(units[to]!)) to += 1;
  return String.fromCharCode(...units.subarray(0, to));
}

function isAt<Role>(entry: Folded<Role>, text: IndexedText, from: number): boolean {
  const { units, isStem } = entry;
  const to = from + units.length;
  if (to > text.count) return false;
  for (let at = 1; at < units.length; at += 1) if (text.units[from + at] !== units[at]) return false;
  const last = units.at(-1)!;
  return isStem || isOpenUnit(last) || last === 32 || to === text.count || !isWordUnit(text.units[to]!);
}

function layOut<Role>(entries: readonly WordEntry<Role>[], write: WriteUnits) {
  const hashes = new Int32Array(SLOTS);
  const gate = closedGate();
  /** By the low bits of a hash: nearly all beginnings of words are settled by one look. */
  const mayHold = new Uint8Array(LOW_BITS + 1);
  const bySlot: Folded<Role>[][] = Array.from({ length: SLOTS }, () => []);
  for (const entry of entries) {
    const folded = fold(entry, write);
    if (folded.units.length === 0) continue;
    const key = keyOf(folded.units);
    openGate(gate, key, folded.isStem);
    const hash = hashOf(key);
    const slot = slotOf(hashes, hash);
    hashes[slot] = hash;
    bySlot[slot]!.push(folded);
    mayHold[hash & LOW_BITS] = 1;
  }
  for (const list of bySlot) list.sort((one, other) => other.units.length - one.units.length);
  return { hashes, gate, mayHold, bySlot };
}

/** @param write folds, where texts are folded */
export function buildWordIndex<Role>(
  entries: readonly WordEntry<Role>[],
  write: WriteUnits = foldInto,
): WordIndex<Role> {
  const { hashes, gate, mayHold, bySlot } = layOut(entries, write);
  const hasStems = entries.some(({ word }) => word.endsWith("*"));
  const longestAt = (hash: number, text: IndexedText, from: number) => {
    const slot = slotOf(hashes, hash);
    return hashes[slot] === 0 ? undefined : bySlot[slot]!.find((entry) => isAt(entry, text, from));
  };
  const signAt = (text: IndexedText, from: number) => {
    const { units } = text;
    const isInside = isHangul(units[from]!) && from > 0 && isHangul(units[from - 1]!);
    return isInside && units[from] !== RO ? undefined : longestAt(step(0, units[from]!), text, from);
  };
  /** Stems are met on the way through a word; without them its end alone is looked up. */
  const wordAt = (text: IndexedText, from: number, to: number) => {
    const { units } = text;
    const second = to - from > 1 ? units[from + 1]! : 0;
    const prefix = prefixOf(units[from]!, second, to - from > 2 ? units[from + 2]! : 0);
    if ((gate[prefix >> 5]! & (1 << (prefix & 31))) === 0) return undefined;
    let found: Folded<Role> | undefined;
    let hash = 0;
    for (let at = from; at < to; at += 1) {
      hash = step(hash, units[at]!);
      const isEnd = hasStems || at === to - 1;
      if (isEnd && mayHold[hash & LOW_BITS] === 1) found = longestAt(hash, text, from) ?? found;
    }
    return found;
  };
  return {
    find: (units, count) => {
      const hits: WordHit<Role>[] = [];
      const text = { units, count };
      for (let from = 0; from < count;) {
        const isWord = isWordUnit(units[from]!);
        let to = from + 1;
        if (isWord) while (to < count && isWordUnit(units[to]!)) to += 1;
        else if (!isOpenUnit(units[from]!)) {
          from += 1;
          continue;
        }
        const found = isWord ? wordAt(text, from, to) : signAt(text, from);
        if (found !== undefined) {
          hits.push({ role: found.role, from, to: from + found.units.length });
          to = Math.max(isWord ? to : 0, from + found.units.length);
        }
        from = to;
      }
      return hits;
    },
  };
}

/** Korean particles stand at the end of a word: "표로", "JSON으로". */
const RO = "로".charCodeAt(0);
