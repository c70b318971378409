// How long an answer the words of a prompt demand: a bare choice, a phrase, so many words or sentences. Rules alone, in a bounded
// window, so that the cost is linear and small. A demand to reason first is no demand for a short answer: then nothing is said.
import { capText } from "../text/cap-text.ts";
import { DEMAND, findAmounts, largestAmount, readAmountText } from "./find-amounts.ts";
import type { Amount, AmountHit, AmountText, DemandRole } from "./find-amounts.ts";

/** Visible output tokens that were asked for. @unit tokens, whole numbers */
export interface DemandedLength {
  readonly mean: number;
  /** 80 % interval. @range 1..mean */
  readonly low: number;
  readonly high: number;
}

interface DemandRule {
  readonly length: DemandedLength;
  /** True where the wording rules out that an explanation is wanted too. */
  readonly isTerse: boolean;
}

/** Fitted on answers to such prompts (docs/research/bill.md): mean and the 10 % and 90 % points over sources. */
const RULES = {
  choice: { length: { mean: 2, low: 1, high: 3 }, isTerse: true },
  number: { length: { mean: 10, low: 1, high: 30 }, isTerse: true },
  "concise phrase": { length: { mean: 11, low: 2, high: 25 }, isTerse: true },
  phrase: { length: { mean: 4, low: 2, high: 6 }, isTerse: true },
  "answer alone": { length: { mean: 5, low: 1, high: 10 }, isTerse: false },
  line: { length: { mean: 20, low: 7, high: 45 }, isTerse: false },
} as const satisfies Record<string, DemandRule>;
type Wording = keyof typeof RULES;

/** Words that ask for the way, not only for the result: the answer will be long whatever its last line is. */
const REASONING =
  /step[- ]by[- ]step|\bshow (?:your|the|all) (?:work|steps|reasoning)|\b(?:think|reason) (?:carefully|aloud|it|this|through|about|first|before)|\bfinal (?:answer|result)|\b(?:last|final) line\b|\bend (?:your|with|by)\b/u;
/** Requests to explain; as a word of the question ("which best describes") they mean nothing. */
const EXPLAINING =
  /(?:^|[.!?:,;\n] {0,3}|\b(?:and|then|please) )(?:explain|justify|elaborate|describe)\b|\b(?:in detail|detailed (?:answer|explanation|description))\b/u;
/** Clauses that forbid; what they name is not asked for. */
const UNREASONED =
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
    `\\b(?:a|one) (?:single|bare) (?:[a-z]{3,12} )?${SHORT_NOUN}\\b[^.\\n]{0,20}\\bnothing (?:else|more)\\b`,
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
const SHOWN_CHOICE = /\banswer:\s{0,4}\(?[a-j]\)?\s{0,4}\n/gu;

/** Most texts hold none of the words that every wording needs, so that no pattern is tried. */
function englishWording(text: string, roles: number): Wording | undefined {
  const isOnly = (roles & DEMAND.only) !== 0;
  const mayChoose = (roles & DEMAND.bare) !== 0 || (isOnly && (roles & DEMAND.unit) !== 0);
  if (mayChoose && CHOICE.test(text)) return "choice";
  if (isOnly && (roles & DEMAND.number) !== 0 && NUMBER.test(text)) return "number";
  if ((roles & DEMAND.whole) !== 0 && NO_SENTENCE.test(text) && !isLong(text))
    return CONCISE.test(text) ? "concise phrase" : "phrase";
  if ((roles & DEMAND.line) !== 0 && LINE.test(text)) return "line";
  const mayBeAlone = (isOnly && (roles & DEMAND.noun) !== 0) || (roles & DEMAND.closed) !== 0;
  return mayBeAlone && ONLY_ANSWER.test(text) && !isLong(text) ? "answer alone" : undefined;
}

/** How far behind "only" the thing may stand that it limits. @unit UTF-16 units */
const LIMITS = [
  ["choice", 30, "choice"],
  ["figure", 30, "number"],
  ["answer", 16, "answer alone"],
] as const satisfies readonly (readonly [DemandRole, number, Wording])[];

function wordingElsewhere({ text, hits }: AmountText, roles: number): Wording | undefined {
  if ((roles & DEMAND.chosen) !== 0) return "choice";
  const hitsOf = (role: DemandRole): readonly AmountHit[] =>
    (roles & DEMAND[role]) === 0 ? [] : hits.filter((hit) => (hit.role.roles & DEMAND[role]) !== 0);
  const onlys = hitsOf("foreignOnly");
  for (const [role, reach, wording] of LIMITS) {
    const isLimited = onlys.some(({ to }) =>
      hitsOf(role).some(
        ({ from }) => from >= to && from <= to + reach && !text.slice(to, from).includes("."),
      ),
    );
    if (isLimited && (role !== "answer" || !isLong(text))) return wording;
  }
  return (roles & DEMAND.unworded) !== 0 && !isLong(text) ? "phrase" : undefined;
}

/** Demands stand at the head or the tail of a turn; what lies between is material. */
const WINDOW_CHARS = 2_400;
/** A demand for more than this is no bound worth keeping. */
const TOKENS_MAX = 40_000;

const held = (tokens: number): number => Math.min(TOKENS_MAX, Math.max(1, Math.round(tokens)));

/** Worked examples whose answers are one letter, and an open "Answer:" at the end. */
function showsChoices(text: string): boolean {
  return /\banswer:?\s{0,9}$/u.test(text.slice(-20)) && (text.match(SHOWN_CHOICE)?.length ?? 0) >= 2;
}

/** Only what a lead marks as a demand: other amounts may belong to the subject. */
function findDemandedAmount(read: AmountText): DemandedLength | undefined {
  const largest = largestAmount(findAmounts(read).filter(({ hasLead, isOfItems }) => hasLead && !isOfItems));
  return largest && demandedAmount(largest);
}

/** @param text in lower case */
function demandIn(text: string): DemandedLength | undefined {
  if (showsChoices(text)) return RULES.choice.length;
  const read = readAmountText(text);
  if (read.hits.length === 0) return undefined;
  let roles = 0;
  for (const { role } of read.hits) roles |= role.roles;
  const wording = englishWording(text, roles) ?? wordingElsewhere(read, roles);
  const rule = wording && RULES[wording];
  const amount = rule?.isTerse === true ? undefined : findDemandedAmount(read);
  if (rule === undefined && amount === undefined) return undefined;
  // Words that forbid or ask for the way are looked for last: few texts come this far.
  const allowed = text.replace(UNREASONED, " ");
  if ((roles & DEMAND.reasoning) !== 0 || REASONING.test(allowed)) return undefined;
  const isExplained = (roles & DEMAND.explaining) !== 0 || EXPLAINING.test(allowed);
  return rule !== undefined && (rule.isTerse || !isExplained) ? rule.length : amount;
}

/** Amounts are missed by more the larger they are: models rarely write as many words as they are asked for. */
export function demandedAmount({ tokens, isOfItems }: Amount): DemandedLength {
  if (isOfItems) return { mean: held(tokens), low: held(0.5 * tokens), high: held(2 * tokens) };
  return { mean: held(tokens), low: held(tokens * (tokens > 800 ? 0.3 : 0.6)), high: held(1.4 * tokens) };
}

/**
 * @param text what is asked now; it beats what the system prompt demands
 * @returns undefined where no length is demanded
 */
export function readDemandedLength(text: string, systemText = ""): DemandedLength | undefined {
  const asked = capText(text, WINDOW_CHARS).toLowerCase();
  const own = demandIn(asked);
  if (own !== undefined || systemText === "" || REASONING.test(asked)) return own;
  return demandIn(capText(systemText, WINDOW_CHARS).toLowerCase());
}
