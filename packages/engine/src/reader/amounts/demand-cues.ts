// Which demands a text can hold at all: the words that every wording needs. Most texts hold none of them, so that no pattern
// needs to be tried. A cue without its demand costs time, a demand without its cue would be missed.
import { DEMAND_LANGUAGES } from "./demand-languages.data.ts";
import { closedGate, hashOf, openGate, SLOTS, slotOf } from "../text/word-slots.ts";

/** Cues of the English rules, as bits. */
export const CUE = {
  only: 1,
  unit: 2,
  letter: 4,
  word: 8,
  b: 16,
  yes: 32,
  number: 64,
  sentence: 128,
  concise: 256,
  line: 512,
  else: 1024,
  format: 2048,
  answer: 4096,
} as const;

const ENGLISH: readonly (readonly [words: string, bits: number])[] = [
  ["only just single alone", CUE.only],
  ["letter choice option word digit label character", CUE.unit],
  ["letter", CUE.letter],
  ["word", CUE.word],
  ["b", CUE.b],
  ["yes true boolean", CUE.yes],
  ["number integer digits value", CUE.number],
  ["sentence sentences", CUE.sentence],
  ["concise concisely briefly succinctly short", CUE.concise],
  ["line liner command regex regexp formula url path", CUE.line],
  ["else", CUE.else],
  ["format", CUE.format],
  [
    "answer result name value title date year place person city country solution word price total output",
    CUE.answer,
  ],
];

export interface DemandCues {
  /** Bits of `CUE`. */
  english: number;
  /** Two bits a language, in the order of `DEMAND_LANGUAGES`: 2i for its "only", 2i + 1 for its phrases. */
  others: number;
}

export const onlyBit = (language: number): number => 1 << (2 * language);
export const unitBit = (language: number): number => 2 << (2 * language);

const hashes = new Int32Array(SLOTS);
const englishBits = new Int32Array(SLOTS);
const otherBits = new Int32Array(SLOTS);
export const cueGate = closedGate();

function addCue(word: string, english: number, other: number): void {
  if (word !== "") openGate(cueGate, word);
  const slot = slotOf(hashes, hashOf(word));
  hashes[slot] = hashOf(word);
  englishBits[slot]! |= english;
  otherBits[slot]! |= other;
}

/** The part of a phrase that is looked for: its last word, or its first sign. */
function cueOf(phrase: string, isSpaced: boolean): string {
  if (!isSpaced) return phrase[0] ?? "";
  return phrase.split(/[_'’-]/).findLast((word) => word !== "") ?? "";
}

function addLanguages(): void {
  for (const [index, language] of DEMAND_LANGUAGES.entries()) {
    const { isSpaced, only, choicePhrases, noSentence } = language;
    for (const phrase of only.split(" ")) addCue(cueOf(phrase, isSpaced), 0, onlyBit(index));
    for (const phrase of `${choicePhrases} ${noSentence}`.split(" "))
      addCue(cueOf(phrase, isSpaced), 0, unitBit(index));
  }
}

for (const [words, bits] of ENGLISH) for (const word of words.split(" ")) addCue(word, bits, 0);
addLanguages();

/** Adds the cues of the word with this hash. */
export function lookUpCue(found: DemandCues, hash: number): void {
  const slot = slotOf(hashes, hash);
  found.english |= englishBits[slot]!;
  found.others |= otherBits[slot]!;
}
