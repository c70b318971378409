// One pass over a text for the words that can name a length, and for the cues of demands. Where words begin and end is collected
// without a branch that depends on the text; then a word is hashed only where one that is looked for begins, ends and is as long.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { cueGate, lookUpCue } from "./demand-cues.ts";
import type { DemandCues } from "./demand-cues.ts";
import { addHits, lengthGate } from "./length-index.ts";
import type { LengthHit } from "./length-index.ts";
import { lengthsAt, step } from "../text/word-slots.ts";

const LETTER = 1;
/**
 * Signs of scripts without blanks stand in words of any length, so each is looked up by itself. Kana and all after them are signs of
 * cues too; for those, Thai is made of letters.
 */
const THAI = 2;
const SIGN = 4;
const kindOf = Uint8Array.from({ length: 65_536 }, (_, unit) => {
  if (unit >= 0x2e_80) return SIGN;
  if (unit >= 0xe_00 && unit < 0xe_80) return THAI;
  return (unit >= 97 && unit <= 122) || (unit >= 0xc0 && unit < 0x20_00) ? LETTER : 0;
});

const unitsOf = createUnitCopy(4_096);
/** Reused by the next text. */
let room = new Uint32Array(8_192);

function roomFor(length: number): Uint32Array {
  if (room.length < 2 * length + 2) room = new Uint32Array(4 * length);
  return room;
}

/** Writes where each word begins and ends, by turns, and says how many numbers that are. */
function findEdges(units: Uint16Array, length: number, edges: Uint32Array): number {
  let count = 0;
  let before = 0;
  let kinds = 0;
  for (let at = 0; at < length; at += 1) {
    const kind = kindOf[units[at]!]!;
    const isLetter = kind & LETTER;
    edges[count] = at;
    count += before ^ isLetter;
    before = isLetter;
    kinds |= kind;
  }
  if ((kinds & (THAI | SIGN)) !== 0) return findEdgesAmongSigns(units, length, edges);
  edges[count] = length;
  return count + before;
}

/** A zero, which is no letter, stands behind the units. */
function findEdgesAmongSigns(units: Uint16Array, length: number, edges: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < length;) {
    const kind = kindOf[units[at]!]!;
    const from = at;
    at += 1;
    if (kind === 0) continue;
    if (kind === LETTER) while (kindOf[units[at]!] === LETTER) at += 1;
    edges[count] = from;
    edges[count + 1] = at;
    count += 2;
  }
  return count;
}

function hashBetween(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = step(hash, units[at]!);
  return hash;
}

/** Zeros, which are not Thai, stand behind the units. */
const isThaiAt = (units: Uint16Array, at: number): boolean => at >= 0 && kindOf[units[at]!] === THAI;

/** A cue that touches Thai is a part of a longer word. */
const touchesThai = (units: Uint16Array, from: number, to: number): boolean =>
  isThaiAt(units, from - 1) || isThaiAt(units, to);

/**
 * @param text in lower case
 * @param cues to which those of the text are added; without it they are not looked for
 */
export function findWords(text: string, cues?: DemandCues): readonly LengthHit[] {
  const hits: LengthHit[] = [];
  const { length: textLength } = text;
  const units = unitsOf(text);
  const edges = roomFor(textLength);
  const count = findEdges(units, textLength, edges);
  for (let edge = 0; edge < count; edge += 2) {
    const [from, to] = [edges[edge]!, edges[edge + 1]!];
    const [first, last] = [units[from]!, units[to - 1]!];
    const length = 1 << ((to - from) & 31);
    const isLength = (lengthsAt(lengthGate, first, last) & length) !== 0;
    const isCue = cues !== undefined && (lengthsAt(cueGate, first, last) & length) !== 0;
    if (!isLength && !isCue) continue;
    const hash = hashBetween(units, from, to);
    if (isCue && kindOf[first] !== THAI && !touchesThai(units, from, to)) lookUpCue(cues, hash);
    if (isLength) addHits(hits, text, { hash, from });
  }
  return hits;
}
