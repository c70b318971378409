// Names the language of a prompt from its script, or from its commonest little words when the script is Latin.
import { SCAN } from "./scan-text.ts";

/** Little words that are common in one language and rare in the others. */
const LITTLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "the",
    "and",
    "is",
    "of",
    "to",
    "what",
    "how",
    "in",
    "that",
    "for",
    "it",
    "you",
    "my",
    "please",
    "this",
  ],
  de: ["der", "die", "das", "und", "ist", "nicht", "ein", "eine", "wie", "ich", "mit", "auf", "bitte", "zu"],
  fr: [
    "le",
    "la",
    "les",
    "et",
    "est",
    "un",
    "une",
    "de",
    "des",
    "du",
    "sur",
    "au",
    "pour",
    "que",
    "dans",
    "je",
    "vous",
    "bonjour",
    "pas",
  ],
  es: [
    "el",
    "los",
    "las",
    "de",
    "un",
    "y",
    "es",
    "una",
    "por",
    "que",
    "como",
    "para",
    "con",
    "del",
    "hola",
    "gracias",
  ],
  it: [
    "il",
    "gli",
    "un",
    "e",
    "che",
    "per",
    "una",
    "sono",
    "con",
    "come",
    "della",
    "di",
    "ciao",
    "grazie",
    "non",
  ],
  pt: [
    "o",
    "os",
    "as",
    "e",
    "de",
    "um",
    "uma",
    "para",
    "com",
    "como",
    "não",
    "que",
    "do",
    "da",
    "obrigado",
    "você",
  ],
  nl: ["de", "het", "een", "en", "van", "niet", "is", "hoe", "ik", "met", "voor", "dat", "wat", "zijn"],
};

const LANGUAGES = Object.keys(LITTLE_WORDS);

interface Votes {
  /** Positions in LANGUAGES. */
  readonly languages: readonly number[];
  /** What one occurrence counts for each of them. */
  readonly weight: number;
}

const VOTES_OF_WORD: ReadonlyMap<string, Votes> = (() => {
  const words = new Map<string, number[]>();
  for (const [index, language] of LANGUAGES.entries())
    for (const word of LITTLE_WORDS[language] ?? []) words.set(word, [...(words.get(word) ?? []), index]);
  return new Map(
    Array.from(words, ([word, languages]) => [word, { languages, weight: 1 / languages.length }] as const),
  );
})();

/** No little word is longer. */
const WORD_UNITS_MAX = Math.max(...Array.from(VOTES_OF_WORD.keys(), ({ length }) => length));

const SCRIPTS: readonly (readonly [counter: number, language: string])[] = [
  [SCAN.hangul, "ko"],
  [SCAN.kana, "ja"],
  [SCAN.han, "zh"],
  [SCAN.cyrillic, "ru"],
  [SCAN.arabic, "ar"],
  [SCAN.greek, "el"],
];
/** A script counts from this share of the text on: a lone symbol names no language. */
const SCRIPT_SHARE = 0.15;
const WORDS_READ = 40;

const LETTER = /\p{L}/u;
const counts = new Float64Array(LANGUAGES.length);
/** When a language got its first vote; the earliest wins a tie. */
const firstVotes = new Int32Array(LANGUAGES.length);

/** Units of the code point at `at` that is a letter; 0 where it is not one. */
function letterUnits(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return unit >= 97 && unit <= 122 ? 1 : 0;
  const point = text.codePointAt(at) ?? 0;
  if (!LETTER.test(String.fromCodePoint(point))) return 0;
  return point > 0xffff ? 2 : 1;
}

function vote(word: string, turn: number): void {
  const votes = VOTES_OF_WORD.get(word);
  if (votes === undefined) return;
  for (const language of votes.languages) {
    if (counts[language] === 0) firstVotes[language] = turn;
    counts[language]! += votes.weight;
  }
}

/** Lets the first WORDS_READ words vote; what stands before the first letter counts as a word, as it does when a text is split. */
function countVotes(text: string): void {
  counts.fill(0);
  let at = 0;
  for (let word = 0; word < WORDS_READ && at < text.length; word += 1) {
    const start = at;
    for (let units = letterUnits(text, at); units > 0; units = at < text.length ? letterUnits(text, at) : 0)
      at += units;
    if (at > start && at - start <= WORD_UNITS_MAX) vote(text.slice(start, at), word);
    while (at < text.length && letterUnits(text, at) === 0) at += 1;
  }
}

function languageByWords(text: string): string {
  countVotes(text.slice(0, WORDS_READ * 8).toLowerCase());
  let best = -1;
  for (let language = 0; language < LANGUAGES.length; language += 1) {
    const lead = counts[language]! - (best < 0 ? 0 : counts[best]!);
    if (lead > 0 || (lead === 0 && best >= 0 && firstVotes[language]! < firstVotes[best]!)) best = language;
  }
  return LANGUAGES[best] ?? "und";
}

/** ISO 639-1 code, or "und". @param scan counters of `scanText` over the same text */
export function detectLanguage(text: string, scan: Float64Array): string {
  const size = Math.max(1, scan[SCAN.chars]!);
  for (const [counter, language] of SCRIPTS) if (scan[counter]! / size > SCRIPT_SHARE) return language;
  return languageByWords(text);
}
