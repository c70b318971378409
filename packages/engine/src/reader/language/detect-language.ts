// Names the language that a prompt is written in, for people: nothing is decided by it where the task was read. A script that
// stands for one language tells it; among those in Latin letters the groups of letters do, by weights that the atlas gave.
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

function languageByGrams({ grams, gramCount, wordCount, codeWordCount }: Letters): string {
  if (wordCount < WORDS_MIN || (wordCount < FREE_WORDS && wordCount < codeWordCount)) return UNKNOWN;
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
  return (scoreOf(best) - scoreOf(second)) * GRAM_STEP < LEAD_MIN ? UNKNOWN : GRAM_LANGUAGES[best]!;
}

/** ISO 639 code, or "und" where the text is code, too short, or could be in two languages. */
export function detectLanguage(text: string): string {
  const letters = readLetters(text);
  return languageByScript(letters) ?? languageByGrams(letters);
}
