// The wordings that demand a length, most exact first. Every gap in a pattern is bounded, so that none can run away.
// The lengths of the first three were measured on answers to such prompts (docs/research/bill.md).
import type { DemandedLength } from "./demanded-length.ts";

export interface DemandRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** This must be found too. */
  readonly also?: RegExp;
  /** Where this is found too, the rule does not hold. */
  readonly unless?: RegExp;
  readonly length: DemandedLength;
  /** True where the wording rules out that an explanation is wanted too. */
  readonly isTerse: boolean;
}

/** Words that ask for the way, not only for the result: the answer will be long whatever its last line is. */
export const REASONING =
  /step[- ]by[- ]step|\bshow (?:your|the|all) (?:work|steps|reasoning)|\b(?:think|reason) (?:carefully|aloud|it|this|through|about|first|before)|\bfinal (?:answer|result)|schritt für schritt|étape par étape|paso a paso|逐步|一步一步|最终答案/iu;

/** Requests to explain; as a word of the question ("which best describes") they mean nothing. */
export const EXPLAINING =
  /(?:^|[.!?:,;\n] {0,3}|\b(?:and|then|please) )(?:explain|justify|elaborate|describe)\b|\b(?:in detail|detailed (?:answer|explanation|description))\b|\b(?:erkläre?|begründe|ausführlich|explique[zr]?|explica)\b|详细|解释/iu;

/** Clauses that forbid; what they name is not asked for. */
export const UNREASONED =
  /\b(?:no need to|do not|don['’]t|without|never|no explanations?|ohne|keine?|sans|ne pas|sin|no expliques)\b[^.!?\n]{0,120}|(?:不要|无需|不用|不必)[^。!?\n]{0,40}/giu;

const SAY =
  "(?:print|output(?:ting)?|reply|respond|answer|return|write|give|choose|select|state|provide|say)";
const UNIT = "(?:letter|choice|option|word|digit|label|character)";

const CHOICE = new RegExp(
  [
    `\\b${SAY}\\b[^.\\n]{0,50}\\b(?:only|just|single)\\b[^.\\n]{0,30}\\b${UNIT}\\b`,
    `\\b(?:only|just)\\s+(?:${SAY}\\s+)?(?:with\\s+)?(?:the|a|an|one)\\s+(?:single\\s+|correct\\s+|option\\s+)?${UNIT}\\b`,
    `\\b${SAY}\\s+(?:with\\s+|either\\s+|one of\\s+|only\\s+)*(?:the\\s+)?letter\\b`,
    `\\b${SAY}\\s+(?:with\\s+|either\\s+|one of\\s+|only\\s+)*["'“(]?A["'”)]?\\s*(?:,|/|or\\b)\\s*(?:or\\s+)?["'“(]?B\\b`,
    `\\b${SAY}\\b[^.\\n]{0,40}\\b(?:yes["'”]?\\s*(?:or|/)\\s*["'“]?no|true["'”]?\\s*(?:or|/)\\s*["'“]?false)\\b`,
    "\\b(?:in|with|using) (?:exactly )?(?:one|a single|1) word\\b",
    "\\byes or no\\?\\s*$|\\b(?:ja oder nein|oui ou non|sí o no)\\b",
    "\\b(?:nur|lediglich|bloß)\\b[^.\\n]{0,30}\\b(?:buchstaben?|ziffer|wort)\\b|\\bin einem wort\\b",
    "\\b(?:uniquement|seulement|juste)\\b[^.\\n]{0,30}\\b(?:lettre|chiffre|mot)\\b|\\ben un (?:seul )?mot\\b",
    "\\b(?:solo|sólo|únicamente|solamente)\\b[^.\\n]{0,30}\\b(?:letra|palabra)\\b|\\ben una (?:sola )?palabra\\b",
    "(?:只|仅)[^。\\n]{0,12}(?:字母|选项|一个词)|はいかいいえ",
  ].join("|"),
  "iu",
);

const NUMBER = new RegExp(
  [
    `\\b${SAY}\\b[^.\\n]{0,50}\\b(?:only|just|single)\\b[^.\\n]{0,30}\\b(?:number|integer)\\b`,
    "\\b(?:only|just) (?:with )?(?:the|a|an|one) (?:number|integer)\\b",
    "\\bnur\\b[^.\\n]{0,30}\\bzahl\\b|\\b(?:uniquement|seulement)\\b[^.\\n]{0,30}\\bnombre\\b",
    "\\b(?:solo|sólo|únicamente|solamente)\\b[^.\\n]{0,30}\\bnúmero\\b|(?:只|仅)[^。\\n]{0,12}数字",
  ].join("|"),
  "iu",
);
const NO_SENTENCE =
  /\b(?:without|no need (?:to|for)|do not|don['’]t|not)\b[^.\n]{0,30}\b(?:complete|full|whole) sentences?\b|\bkeinen? (?:ganzen |vollständigen )?satz\b|\bsans phrase complète\b/iu;
const CONCISE = /\b(?:concise(?:ly)?|briefly|succinctly|short answer)\b/iu;
const ONLY_ANSWER =
  /\b(?:only|just) (?:the |with the |your )?(?:correct )?(?:answer|result|name|value|title|date|year|place|person|city|country)\b|\b(?:don['’]t|do not) say anything else\b|\bnothing else\b|\bnur (?:die antwort|das ergebnis|den namen)\b|\b(?:uniquement|seulement) la réponse\b|\b(?:solo|sólo|únicamente) la respuesta\b|(?:只|仅)[^。\n]{0,6}(?:答案|结果)/iu;
/** Results that are long by nature, or that are reached by working aloud. */
const LONG_RESULT =
  /\b(?:code|json|xml|html|yaml|csv|sql|table|function|script|essay|story|poem|list|translat\w+|summar\w+|rewrit\w+|email|paragraph|proof|sequence|matrix|grid|puzzle|solve|compute|calculate)\b/iu;

/** A worked example that is answered by one letter. */
export const SHOWN_CHOICE = /\banswer:\s{0,4}\(?[A-J]\)?\s{0,4}\n/giu;
export const CHOICE_LENGTH: DemandedLength = { mean: 2, low: 1, high: 3 };

/** Fitted on answers of the train and dev part: mean and the 10 % and 90 % points over sources. */
export const DEMAND_RULES: readonly DemandRule[] = [
  { name: "choice", pattern: CHOICE, length: CHOICE_LENGTH, isTerse: true },
  { name: "number", pattern: NUMBER, length: { mean: 10, low: 1, high: 30 }, isTerse: true },
  {
    name: "concise phrase",
    pattern: CONCISE,
    also: NO_SENTENCE,
    unless: LONG_RESULT,
    length: { mean: 11, low: 2, high: 25 },
    isTerse: true,
  },
  {
    name: "phrase",
    pattern: NO_SENTENCE,
    unless: LONG_RESULT,
    length: { mean: 4, low: 2, high: 6 },
    isTerse: true,
  },
  {
    name: "answer alone",
    pattern: ONLY_ANSWER,
    unless: LONG_RESULT,
    length: { mean: 5, low: 1, high: 10 },
    isTerse: false,
  },
];

/** Words of each number from one on, in English, German, French and Spanish. */
const NUMBER_WORDS = [
  "one|single|einem|un|une|una",
  "two|zwei|deux|dos",
  "three|drei|trois|tres",
  "four|vier|quatre|cuatro",
  "five|fünf|cinq|cinco",
  "six|sechs|seis",
  "seven|sieben|sept|siete",
  "eight|acht|huit|ocho",
  "nine|neun|neuf|nueve",
  "ten|zehn|dix|diez",
];
const NUMBERS = new Map(
  NUMBER_WORDS.flatMap((words, index) => words.split("|").map((word) => [word, index + 1] as const)),
);

/** Tokens of one unit; a line or a bullet is a short sentence. */
const UNIT_TOKENS: readonly (readonly [RegExp, number])[] = [
  [/^(?:words?|w[oö]rte?rn?|mots?|palabras?)$/iu, 1.35],
  [/^(?:paragraphs?|absätzen?|paragraphes?|párrafos?)$/iu, 95],
  [/^(?:bullet|bullets|lines?|zeilen?|lignes?|líneas?)$/iu, 20],
  [/./u, 26],
];
const COUNT = `(\\d{1,4}|${NUMBER_WORDS.join("|")})`;
const UNITS =
  "(sentences?|words?|paragraphs?|lines?|bullets?|satz|sätzen|wörtern|worten|absätzen?|zeilen|phrases?|mots?|paragraphes?|lignes?|frases?|oraciones|palabras?|párrafos?|líneas?)";
const LEAD =
  "(?:in|with|using|within|at most|under|than|up to|maximum|exactly|about|around|roughly|approximately|mit|höchstens|maximal|en|máximo)";
const AMOUNT = new RegExp(
  `(?:^|[^\\p{L}])${LEAD}\\s+(?:a\\s+)?(?:\\d{1,4}\\s?(?:-|–|to|or)\\s?)?${COUNT}[\\s-](?:short |brief |full |complete |kurzen )?${UNITS}(?![\\p{L}])` +
    `|(?:^|[^\\p{L}])(\\d{2,4})[- ](word|sentence|paragraph)(?![\\p{L}])` +
    `|(\\d{1,4})\\s?(字)`,
  "iu",
);

/** @returns tokens of an amount that the text asks for ("in two sentences", "a 300-word essay"), if it does */
export function findAmount(text: string): number | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, count = "", unit = "", bareCount, bareUnit, charCount] = match;
  if (charCount !== undefined) return Number(charCount);
  const written = bareCount ?? count;
  const number = NUMBERS.get(written.toLowerCase()) ?? Number(written);
  const perUnit = UNIT_TOKENS.find(([pattern]) => pattern.test(bareUnit ?? unit))?.[1] ?? 0;
  return number > 0 ? number * perUnit : undefined;
}
