// Names the language that a prompt is written in, for people: nothing is decided by it where the task was read. A script that
// stands for one language tells it; among those in Latin letters the groups of letters do, by weights that the atlas gave.
import { FUNCTION_WORDS } from "./function-words.data.ts";
import { GRAM_LANGUAGES, GRAM_STEP, GRAM_WEIGHTS } from "./gram-weights.data.ts";
import type { Letters } from "./read-letters.ts";
import { GRAM_BUCKETS, readLetters } from "./read-letters.ts";
import { languageOfScript, NAMED_LANGUAGES, namedIndexOf } from "./script-languages.ts";

const UNKNOWN = "und";

/** Share of the Latin letters from which on those of another script count: names and terms stay Latin in every language. */
const SCRIPT_SHARE = 0.25;
/** Japanese has this share of kana at least. */
const KANA_SHARE = 0.08;
const [HAN, KANA] = [namedIndexOf("zh"), namedIndexOf("ja")];

function languageByScript({ byScript, telling, otherWeight }: Letters): string | undefined {
  if (otherWeight === 0 || otherWeight < SCRIPT_SHARE * byScript[0]!) return undefined;
  const [han, kana] = [byScript[HAN]!, byScript[KANA]!];
  if (kana >= KANA_SHARE * (han + kana)) [byScript[KANA], byScript[HAN]] = [han + kana, 0];
  let best = 1;
  for (let script = 2; script < NAMED_LANGUAGES.length; script += 1)
    if (byScript[script]! > byScript[best]!) best = script;
  return languageOfScript(best, telling, byScript[best]!);
}

const LANGUAGE_COUNT = GRAM_LANGUAGES.length;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Two languages share a number, so that one addition serves both: the sum of a text's digits fits sixteen bits. */
const PAIR_COUNT = Math.ceil(LANGUAGE_COUNT / 2);
const pairs = new Int32Array(GRAM_BUCKETS * PAIR_COUNT);
Array.from(GRAM_WEIGHTS).forEach((digit, at) => {
  const [bucket, language] = [Math.floor(at / LANGUAGE_COUNT), at % LANGUAGE_COUNT];
  pairs[bucket * PAIR_COUNT + (language >> 1)]! += DIGITS.indexOf(digit) << (16 * (language & 1));
});
const sums = new Int32Array(PAIR_COUNT);
const scoreOf = (language: number): number => (sums[language >> 1]! >>> (16 * (language & 1))) & 0xffff;

/** Least logarithm of the odds against the second. */
const LEAD_MIN = 0.25;
const WORDS_MIN = 2;
/** Fewer words than this, and fewer than stand in code, are names in a line of code. */
const FREE_WORDS = 6;

/** The likeliest language, and the logarithm of its odds against the second. */
interface GramReading {
  readonly name: string;
  readonly lead: number;
}

function languageByGrams({ grams, gramCount, wordCount, codeWordCount }: Letters): GramReading {
  if (wordCount < FREE_WORDS && wordCount < codeWordCount) return { name: UNKNOWN, lead: 0 };
  sums.fill(0);
  for (let gram = 0; gram < gramCount; gram += 1) {
    const row = grams[gram]! * PAIR_COUNT;
    for (let pair = 0; pair < PAIR_COUNT; pair += 1) sums[pair]! += pairs[row + pair]!;
  }
  let best = 0;
  let second = -1;
  for (let language = 1; language < LANGUAGE_COUNT; language += 1)
    if (scoreOf(language) > scoreOf(best)) [second, best] = [best, language];
    else if (second < 0 || scoreOf(language) > scoreOf(second)) second = language;
  const lead = (scoreOf(best) - scoreOf(second)) * GRAM_STEP;
  return { name: lead < LEAD_MIN ? UNKNOWN : GRAM_LANGUAGES[best]!, lead };
}

interface FunctionWord {
  readonly languages: number[];
  /** Number of the reading in which the word was met last: it counts once in each. */
  metIn: number;
}

const functionWords = new Map<string, FunctionWord>();
const WORDED = Object.keys(FUNCTION_WORDS);
for (const [language, words] of Object.values(FUNCTION_WORDS).entries())
  for (const word of new Set(words.split(" "))) {
    const known = functionWords.get(word);
    if (known === undefined) functionWords.set(word, { languages: [language], metIn: 0 });
    else known.languages.push(language);
  }
const FUNCTION_WORD_MOST = Math.max(...[...functionWords.keys()].map(({ length }) => length));
const WORDS_LOOKED_AT = 240;
const IN_WORD = /^[\p{L}\p{M}'’-]$/u;
/** Whether each unit belongs to a word: 0 until it is met, then 1 where it does and 2 where it does not. */
const wordUnits = new Uint8Array(65_536);

/** Units of the letter, mark or hyphen at a place of a word; 0 behind the word. */
function wordStep(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.codePointAt(at)!;
  if (code > 0xffff) return IN_WORD.test(String.fromCodePoint(code)) ? 2 : 0;
  const known = (wordUnits[code] ||= IN_WORD.test(String.fromCharCode(code)) ? 1 : 2);
  return known & 1;
}
/** Least words of a language, and least share of all, that name one which the groups of letters do not know. */
const NAMING = { words: 1.8, share: 0.12 } as const;
/** Words of a text after which one that holds none of its language's is in another, unless its letters leave no doubt. */
const EXPECTED_WORDS = 8;
const SURE_LEAD = 3;

interface WordCounts {
  readonly words: number;
  /** Words of each language of `WORDED`; those that several languages have count less. */
  readonly weights: Float64Array;
}

let readings = 0;

function countWords(text: string): WordCounts {
  const weights = new Float64Array(WORDED.length);
  const look = text.slice(0, WORDS_LOOKED_AT).toLowerCase();
  readings += 1;
  let words = 0;
  for (let from = 0; from < look.length;) {
    let to = from;
    for (let step = wordStep(look, to); step > 0; step = wordStep(look, to)) to += step;
    const length = to - from;
    words += Number(length > 0);
    const met =
      length === 0 || length > FUNCTION_WORD_MOST ? undefined : functionWords.get(look.slice(from, to));
    if (met !== undefined && met.metIn !== readings) {
      met.metIn = readings;
      for (const language of met.languages) weights[language]! += 1 / met.languages.length ** 0.5;
    }
    from = to + 1;
  }
  return { words, weights };
}

interface LanguageReading {
  /** ISO 639 code, or "und" where the text is code, too short, or could be in two languages. */
  readonly language: string;
  /** The text is in words, and their language is not known. */
  readonly isUndecided: boolean;
}

/** By the words that every text holds, where the groups of letters have no say or another one. */
function languageByWords(text: string, { name: byGrams, lead }: GramReading): LanguageReading {
  const { words, weights } = countWords(text);
  let best = 0;
  for (let language = 1; language < WORDED.length; language += 1)
    if (weights[language]! > weights[best]!) best = language;
  const name = WORDED[best]!;
  const own = weights[WORDED.indexOf(byGrams)] ?? 0;
  const isNamed = weights[best]! >= NAMING.words && weights[best]! >= NAMING.share * words;
  if (isNamed && !GRAM_LANGUAGES.includes(name) && weights[best]! > own)
    return { language: name, isUndecided: false };
  const isForeign =
    own === 0 && words >= EXPECTED_WORDS && lead < SURE_LEAD && byGrams !== "en" && byGrams !== UNKNOWN;
  return { language: isForeign ? UNKNOWN : byGrams, isUndecided: isForeign };
}

function lookAt(text: string): LanguageReading {
  const letters = readLetters(text);
  const byScript = languageByScript(letters);
  if (byScript !== undefined) return { language: byScript, isUndecided: false };
  if (letters.wordCount < WORDS_MIN) return { language: UNKNOWN, isUndecided: false };
  const byGrams = languageByGrams(letters);
  return letters.codeWordCount > letters.wordCount
    ? { language: byGrams.name, isUndecided: false }
    : languageByWords(text, byGrams);
}

let last: { readonly text: string; readonly reading: LanguageReading } | undefined;

/** Doubt and the record both ask for the language of one turn after the other, so the last reading is kept. */
export function readLanguage(text: string): LanguageReading {
  if (last?.text !== text) last = { text, reading: lookAt(text) };
  return last.reading;
}

export const detectLanguage = (text: string): string => readLanguage(text).language;
