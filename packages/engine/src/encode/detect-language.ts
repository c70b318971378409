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
  fr: ["le", "la", "les", "et", "est", "une", "des", "pour", "que", "dans", "je", "vous", "bonjour", "pas"],
  es: ["el", "los", "las", "y", "es", "una", "por", "que", "como", "para", "con", "del", "hola", "gracias"],
  it: ["il", "gli", "e", "che", "per", "una", "sono", "con", "come", "della", "di", "ciao", "grazie", "non"],
  pt: ["o", "os", "as", "e", "uma", "para", "com", "como", "não", "que", "do", "da", "obrigado", "você"],
  nl: ["de", "het", "een", "en", "van", "niet", "is", "hoe", "ik", "met", "voor", "dat", "wat", "zijn"],
};

const LANGUAGE_OF_WORD: ReadonlyMap<string, readonly string[]> = (() => {
  const words = new Map<string, string[]>();
  for (const [language, list] of Object.entries(LITTLE_WORDS))
    for (const word of list) words.set(word, [...(words.get(word) ?? []), language]);
  return words;
})();

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

function languageByWords(text: string): string {
  const votes = new Map<string, number>();
  const words = text
    .slice(0, WORDS_READ * 8)
    .toLowerCase()
    .split(/[^\p{L}]+/u, WORDS_READ);
  for (const word of words)
    for (const language of LANGUAGE_OF_WORD.get(word) ?? [])
      votes.set(language, (votes.get(language) ?? 0) + 1 / (LANGUAGE_OF_WORD.get(word)?.length ?? 1));
  let best = "und";
  let most = 0;
  for (const [language, count] of votes) {
    if (count <= most) continue;
    most = count;
    best = language;
  }
  return best;
}

/** ISO 639-1 code, or "und". @param scan counters of `scanText` over the same text */
export function detectLanguage(text: string, scan: Float64Array): string {
  const size = Math.max(1, scan[SCAN.chars]!);
  for (const [counter, language] of SCRIPTS) if (scan[counter]! / size > SCRIPT_SHARE) return language;
  return languageByWords(text);
}
