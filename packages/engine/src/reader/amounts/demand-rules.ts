// The wordings that demand a length, most exact first. Every gap in a pattern is bounded, so that none can run away.
// The lengths of the first four were measured on answers to such prompts (docs/research/bill.md). All texts are in lower case.
import { CUE, onlyBit, unitBit } from "./demand-cues.ts";
import type { DemandCues } from "./demand-cues.ts";
import { DEMAND_LANGUAGES } from "./demand-languages.data.ts";
import type { DemandLanguage } from "./demand-languages.data.ts";
import type { DemandedLength } from "./demanded-length.ts";
import { anyOf, wholeWord } from "./demand-patterns.ts";

type Wording = "choice" | "number" | "concise phrase" | "phrase" | "answer alone" | "line";

interface DemandRule {
  readonly length: DemandedLength;
  /** True where the wording rules out that an explanation is wanted too. */
  readonly isTerse: boolean;
}

export const CHOICE_LENGTH: DemandedLength = { mean: 2, low: 1, high: 3 };

/** Fitted on answers of the train and dev part: mean and the 10 % and 90 % points over sources. */
const RULES: Readonly<Record<Wording, DemandRule>> = {
  choice: { length: CHOICE_LENGTH, isTerse: true },
  number: { length: { mean: 10, low: 1, high: 30 }, isTerse: true },
  "concise phrase": { length: { mean: 11, low: 2, high: 25 }, isTerse: true },
  phrase: { length: { mean: 4, low: 2, high: 6 }, isTerse: true },
  "answer alone": { length: { mean: 5, low: 1, high: 10 }, isTerse: false },
  line: { length: { mean: 20, low: 7, high: 45 }, isTerse: false },
};

const listed = (read: (language: DemandLanguage) => string): string =>
  DEMAND_LANGUAGES.map((language) =>
    language.isSpaced ? wholeWord(anyOf(read(language))) : anyOf(read(language)),
  ).join("|");

/** Words that ask for the way, not only for the result: the answer will be long whatever its last line is. */
export const REASONING = new RegExp(
  "step[- ]by[- ]step|\\bshow (?:your|the|all) (?:work|steps|reasoning)|" +
    "\\b(?:think|reason) (?:carefully|aloud|it|this|through|about|first|before)|\\bfinal (?:answer|result)|" +
    "\\b(?:last|final) line\\b|\\bend (?:your|with|by)\\b|" +
    listed(({ reasoning }) => reasoning),
  "u",
);

/** Requests to explain; as a word of the question ("which best describes") they mean nothing. */
export const EXPLAINING = new RegExp(
  "(?:^|[.!?:,;\\n] {0,3}|\\b(?:and|then|please) )(?:explain|justify|elaborate|describe)\\b|" +
    "\\b(?:in detail|detailed (?:answer|explanation|description))\\b|" +
    listed(({ explaining }) => explaining),
  "u",
);

/** Clauses that forbid; what they name is not asked for. */
export const UNREASONED =
  /\b(?:only|just) (?:[a-z]{2,8} ){0,4}final (?:answer|result)\b|\bfinal (?:answer|result) (?:only|alone)\b|(?:\b(?:no need to|do not|don['’]t|without|never|no (?:explanations?|working|reasoning|steps)|ohne|keine?|sans|ne pas|sin|no expliques|senza|sem|zonder|geen|bez)\b|(?<!\p{L})(?:não|без|не)(?!\p{L}))[^.!?\n]{0,120}|(?:不要|无需|不用|不必)[^。!?\n]{0,40}|説明(?:なし|は?不要|せず)|설명(?:\s?없이|하지)/gu;

const SAY =
  "(?:print|output(?:ting)?|reply|respond|answer|return|write|give|choose|select|state|provide|say)";
const UNIT = "(?:letter|choice|option|word|digit|label|character)";

const CHOICE = new RegExp(
  [
    `\\b${SAY}\\b[^.\\n]{0,50}\\b(?:only|just|single)\\b[^.\\n]{0,30}\\b${UNIT}\\b`,
    `\\b(?:only|just)\\s+(?:${SAY}\\s+)?(?:with\\s+)?(?:the|a|an|one)\\s+(?:single\\s+|correct\\s+|option\\s+)?${UNIT}\\b`,
    `\\b${SAY}\\s+(?:with\\s+|either\\s+|one of\\s+|only\\s+)*(?:the\\s+)?letter\\b`,
    `\\b${SAY}\\s+(?:with\\s+|either\\s+|one of\\s+|only\\s+)*["'“(]?a["'”)]?\\s*(?:,|/|or\\b)\\s*(?:or\\s+)?["'“(]?b\\b`,
    `\\b${SAY}\\b[^.\\n]{0,40}\\b(?:yes["'”]?\\s*(?:or|/)\\s*["'“]?no|true["'”]?\\s*(?:or|/)\\s*["'“]?false)\\b`,
    "\\b(?:in|with|using) (?:exactly )?(?:one|a single|1) word\\b",
    `\\b(?:only|just)\\b[^.\\n]{0,20}\\b(?:number|index|letter) of the (?:\\w+ )?(?:option|choice|answer)\\b`,
    "\\b(?:option|choice) (?:number|letter|index)(?:,? (?:only|alone))\\b",
    "(?:^|[.!?:,\\n(] ?|\\b(?:with|the) )(?:letter|label|option|one word|true or false|yes or no) (?:only|alone)\\b",
    `\\b${SAY}\\b[^.\\n]{0,20}\\ba boolean\\b`,
    "\\byes or no\\?\\s*$",
  ].join("|"),
  "u",
);
const NUMBER = new RegExp(
  [
    `\\b${SAY}\\b[^.\\n]{0,50}\\b(?:only|just|single)\\b[^.\\n]{0,30}\\b(?:number|integer)\\b`,
    "\\b(?:only|just) (?:with )?(?:the|a|an|one) (?:number|integer)\\b",
    "\\b(?:number|integer|digits|value(?: of [a-z])?),? (?:only|alone)\\b",
    "\\b(?:only|just) (?:the |a |an )?(?:final|exact|numeric|numerical|resulting) (?:number|value|integer)\\b",
  ].join("|"),
  "u",
);
const NO_SENTENCE =
  /\b(?:without|no need (?:to|for)|do not|don['’]t|not)\b[^.\n]{0,30}\b(?:complete|full|whole) sentences?\b/u;
const CONCISE = /\b(?:concise(?:ly)?|briefly|succinctly|short answer)\b/u;
const SHORT_NOUN =
  "(?:answer|result|name|value|title|date|year|place|person|city|country|solution|word|price|total|output)";
const ONLY_ANSWER = new RegExp(
  [
    `\\b(?:only|just) (?:${SAY} )?(?:with )?(?:the |your |a )?(?:correct |final |exact |right |plain |actual )?${SHORT_NOUN}\\b`,
    `(?:^|[.!?:,\\n(] ?|\\b(?:with|the|final) )${SHORT_NOUN}(?:,? (?:only|alone)|, nothing else)\\b`,
    "\\b(?:don['’]t|do not) say anything else\\b",
    "\\bformat: ?(?:yyyy|dd|mm|hh)\\b",
  ].join("|"),
  "u",
);
const LINE = new RegExp(
  [
    "\\b(?:in|with|on|as|to) (?:just |only |exactly )?(?:one|a single|1) (?:short )?line\\b(?! (?:of|per|for each))",
    "(?:^|[.!?:,\\n(] ?)(?:one|a single) (?:short )?line(?:,? (?:only|max|please))?[.!:)\\n]",
    "(?:^|[.!?:,\\n(] ?)(?:one|a single) (?:short )?line(?:,? (?:only|max|please))?$",
    "\\ba? ?one[- ]line(?:r| summary| answer| explanation| description| reply)\\b",
    "\\b(?:only|just) (?:the |a )?(?:corrected |fixed |shell )?(?:command|regex|regexp|formula|url|line|path)\\b",
    "(?:^|[.!?:,\\n(] ?|\\bthe )(?:command|regex|regexp|formula|url|corrected line),? (?:only|alone)\\b",
  ].join("|"),
  "u",
);
/** Results that are long by nature. */
const LONG_RESULT =
  /\b(?:code|json|xml|html|yaml|csv|sql|table|function|script|essay|story|poem|list|translat\w+|summar\w+|rewrit\w+|email|paragraph|proof)\b/u;
/** Results that are reached by working aloud, unless the words forbid it. */
const WORKED_RESULT = /\b(?:sequence|matrix|grid|puzzle|solve|compute|calculate)\b/u;
const UNWORKED =
  /\b(?:no|without(?: any| showing)?|not show|don['’]t show|skip)(?: the| your| any)? (?:work|workings?|explanations?|reasoning|steps|derivation|commentary)\b|\b(?:nothing else|no other text|answer only|result only|(?:only|just) (?:[a-z]{2,8} ){0,4}final)\b/u;
const isLong = (text: string): boolean =>
  LONG_RESULT.test(text) || (WORKED_RESULT.test(text) && !UNWORKED.test(text));

/** A worked example that is answered by one letter. */
export const SHOWN_CHOICE = /\banswer:\s{0,4}\(?[a-j]\)?\s{0,4}\n/gu;

function hasAll(cues: number, bits: number): boolean {
  return (cues & bits) === bits;
}

function englishWording(text: string, { english: cues }: DemandCues): Wording | undefined {
  const mayChoose =
    hasAll(cues, CUE.only | CUE.unit) || (cues & (CUE.letter | CUE.word | CUE.b | CUE.yes)) !== 0;
  if (mayChoose && CHOICE.test(text)) return "choice";
  if (hasAll(cues, CUE.only | CUE.number) && NUMBER.test(text)) return "number";
  const isPhrase = (cues & CUE.sentence) !== 0 && NO_SENTENCE.test(text) && !isLong(text);
  if (isPhrase) return (cues & CUE.concise) !== 0 && CONCISE.test(text) ? "concise phrase" : "phrase";
  if ((cues & CUE.line) !== 0 && LINE.test(text)) return "line";
  const mayBeAlone = hasAll(cues, CUE.only | CUE.answer) || (cues & (CUE.else | CUE.format)) !== 0;
  return mayBeAlone && ONLY_ANSWER.test(text) && !isLong(text) ? "answer alone" : undefined;
}

interface LanguageWordings {
  readonly onlyChoice: RegExp;
  readonly onlyNumber: RegExp;
  readonly onlyAnswer: RegExp;
  readonly choicePhrases: RegExp;
  readonly noSentence: RegExp;
}

/** "only" before or behind what it limits, as the language has it. */
function limited({ isSpaced, isOnlyBehind, only }: DemandLanguage, what: string, gapMax: number): RegExp {
  if (isSpaced) return new RegExp(`${wholeWord(anyOf(only))}[^.\\n]{0,${gapMax}}${wholeWord(what)}`, "u");
  return isOnlyBehind
    ? new RegExp(`(?:${what})[^。\\n]{0,3}(?:${anyOf(only)})`, "u")
    : new RegExp(`(?:${anyOf(only)})[^。\\n]{0,${gapMax / 3}}(?:${what})`, "u");
}

function wordingsOf(language: DemandLanguage): LanguageWordings {
  const phrases = (list: string): RegExp =>
    new RegExp(language.isSpaced ? wholeWord(anyOf(list)) : anyOf(list), "u");
  return {
    onlyChoice: limited(language, anyOf(language.choice), 30),
    onlyNumber: limited(language, anyOf(language.number), 30),
    onlyAnswer: limited(language, anyOf(language.answer), 15),
    choicePhrases: phrases(language.choicePhrases),
    noSentence: phrases(language.noSentence),
  };
}

const compiled = new Map<DemandLanguage, LanguageWordings>();

/** Compiled when a text first holds one of the language's words. */
function cachedWordingsOf(language: DemandLanguage): LanguageWordings {
  const wordings = compiled.get(language) ?? wordingsOf(language);
  compiled.set(language, wordings);
  return wordings;
}

function wordingIn(language: DemandLanguage, text: string, cues: CuesOfLanguage): Wording | undefined {
  const wordings = cachedWordingsOf(language);
  if (cues.hasUnit && wordings.choicePhrases.test(text)) return "choice";
  if (cues.hasOnly && wordings.onlyChoice.test(text)) return "choice";
  if (cues.hasOnly && wordings.onlyNumber.test(text)) return "number";
  if (cues.hasUnit && wordings.noSentence.test(text) && !isLong(text)) return "phrase";
  return cues.hasOnly && wordings.onlyAnswer.test(text) && !isLong(text) ? "answer alone" : undefined;
}

interface CuesOfLanguage {
  readonly hasOnly: boolean;
  readonly hasUnit: boolean;
}

/** @param text in lower case */
export function findRule(text: string, cues: DemandCues): DemandRule | undefined {
  let wording = cues.english === 0 ? undefined : englishWording(text, cues);
  for (
    let index = 0;
    wording === undefined && cues.others !== 0 && index < DEMAND_LANGUAGES.length;
    index += 1
  ) {
    const hasOnly = (cues.others & onlyBit(index)) !== 0;
    const hasUnit = (cues.others & unitBit(index)) !== 0;
    const language = DEMAND_LANGUAGES[index];
    if (language !== undefined && (hasOnly || hasUnit))
      wording = wordingIn(language, text, { hasOnly, hasUnit });
  }
  return wording === undefined ? undefined : RULES[wording];
}
