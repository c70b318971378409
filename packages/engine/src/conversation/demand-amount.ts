// Amounts that a text asks for: so many words, sentences, lines or paragraphs.
import { CUE, unitBit } from "./demand-cues.ts";
import type { DemandCues } from "./demand-cues.ts";
import { DEMAND_LANGUAGES } from "./demand-languages.data.ts";
import type { DemandLanguage } from "./demand-languages.data.ts";
import { anyOf } from "./demand-patterns.ts";

/** A line or a bullet is a short sentence. @unit tokens */
const SENTENCE_TOKENS = 26;
const LINE_TOKENS = 20;
const PARAGRAPH_TOKENS = 95;
const ENGLISH_WORD_TOKENS = 1.35;

/** A pattern whose groups are a number (in digits or words) and a unit. */
interface AmountRule {
  readonly pattern: RegExp;
  readonly numbers: ReadonlyMap<string, number>;
  readonly tokensOf: ReadonlyMap<string, number>;
}

function numbersOf(counts: string): ReadonlyMap<string, number> {
  return new Map(
    counts.split(" ").flatMap((words, index) => words.split("|").map((word) => [plain(word), index + 1])),
  );
}

function tokensOf(language: AmountUnits): ReadonlyMap<string, number> {
  const tokens = (list: string, each: number): [string, number][] =>
    list.split(" ").map((unit) => [plain(unit), each]);
  return new Map([
    ...tokens(language.words, language.tokensPerWord),
    ...tokens(language.sentences, SENTENCE_TOKENS),
    ...tokens(language.paragraphs, PARAGRAPH_TOKENS),
    ...tokens(language.lines, LINE_TOKENS),
  ]);
}

type AmountUnits = Pick<DemandLanguage, "words" | "sentences" | "paragraphs" | "lines" | "tokensPerWord">;

/** Words as they are found: without blanks. */
const plain = (words: string): string => words.replaceAll(/[_\s]+/g, "");

const ENGLISH_UNITS: AmountUnits = {
  words: "word words",
  sentences: "sentence sentences",
  paragraphs: "paragraph paragraphs",
  lines: "line lines bullet bullets",
  tokensPerWord: ENGLISH_WORD_TOKENS,
};
const ENGLISH_COUNTS = "one|single two three four five six seven eight nine ten";
const ENGLISH_LEAD =
  "in|with|using|within|at most|under|than|up to|maximum|exactly|about|around|roughly|approximately|(?:write|give|draft)(?: me)?";
const RANGE = "(?:\\d{1,5}\\s?(?:-|–|to|or)\\s?)?";

const ENGLISH: AmountRule = {
  numbers: numbersOf(ENGLISH_COUNTS),
  tokensOf: tokensOf(ENGLISH_UNITS),
  pattern: new RegExp(
    `(?<!\\p{L})(?:${ENGLISH_LEAD})\\s+(?:a\\s+)?${RANGE}(\\d{1,5}|${anyOf(ENGLISH_COUNTS.replaceAll("|", " "))})[\\s-](?:short |brief |full |complete )?` +
      `(sentences?|words?|paragraphs?|lines?|bullets?)(?!\\p{L})|(?<!\\p{L})(\\d{2,5})[- ](word|sentence|paragraph)(?!\\p{L})`,
    "u",
  ),
};

function ruleOf(language: DemandLanguage): AmountRule {
  const { isSpaced, counts, words, sentences, paragraphs, lines, lead } = language;
  const units = anyOf([words, sentences, paragraphs, lines].join(" "));
  const count = `(\\d{1,5}|${anyOf(counts.replaceAll("|", " "))})`;
  const leads = lead === "" ? "" : `(?:${anyOf(lead)})`;
  const source = isSpaced
    ? `(?<!\\p{L})${leads}\\s+${RANGE}${count}[\\s-](?:\\p{L}{3,12} )?(${units})(?!\\p{L})|` +
      `(?<!\\p{L})(?:de|di|van|von)\\s+(\\d{2,5})\\s(${anyOf(words)})(?!\\p{L})|(?<!\\p{L})(\\d{2,5})-(${anyOf(words)})(?!\\p{L})`
    : `${leads}\\s?${count}\\s?(${units})|(\\d{1,5})\\s?(${anyOf(words)})`;
  return {
    pattern: new RegExp(source, "u"),
    numbers: numbersOf(counts),
    tokensOf: tokensOf(language),
  };
}

const rules = new Map<DemandLanguage, AmountRule>();

function cachedRuleOf(language: DemandLanguage): AmountRule {
  const known = rules.get(language) ?? ruleOf(language);
  rules.set(language, known);
  return known;
}

function amountBy({ pattern, numbers, tokensOf }: AmountRule, text: string): number | undefined {
  const [, ...groups] = pattern.exec(text) ?? [];
  const at = groups.findIndex((group) => group !== undefined);
  const [written, unit] = [groups[at], groups[at + 1]];
  if (written === undefined || unit === undefined) return undefined;
  const number = numbers.get(plain(written)) ?? Number(written);
  const tokens = number * (tokensOf.get(plain(unit)) ?? SENTENCE_TOKENS);
  return tokens > 0 ? tokens : undefined;
}

/**
 * @param text in lower case
 * @returns tokens of an amount that the text asks for ("in two sentences", "a 300-word essay"), if it does
 */
export function findAmount(text: string, cues: DemandCues): number | undefined {
  if ((cues.english & CUE.amount) !== 0) {
    const amount = amountBy(ENGLISH, text);
    if (amount !== undefined) return amount;
  }
  for (const [index, language] of DEMAND_LANGUAGES.entries()) {
    if ((cues.others & unitBit(index)) === 0) continue;
    const amount = amountBy(cachedRuleOf(language), text);
    if (amount !== undefined) return amount;
  }
  return undefined;
}
