// Requests that nobody could answer well: solutions that nobody has found, and facts that nobody has stated or that lie ahead.
import {
  ABOUT,
  ADVICE,
  FACT_WORDS,
  FACT_WORDS_WITHIN,
  JUST_NOW,
  MINDS,
  OPENERS,
  OPEN_PROBLEMS,
  OUTCOMES_AHEAD,
  OWN,
  PRICES_AHEAD,
  PROVEN,
  SOLVING,
  WORKED_OUT,
} from "./beyond-anyone.data.ts";

const anyOf = (patterns: readonly string[], before = "", after = ""): RegExp =>
  new RegExp(`${before}(?:${patterns.join("|")})${after}`, "u");

const OPEN_PROBLEM = anyOf(OPEN_PROBLEMS);
const ASKS_SOLUTION = anyOf(SOLVING);
const IS_ANSWERABLE = anyOf([...ABOUT, PROVEN]);
const ASKS_FACT = anyOf([
  `${OPENERS}(?:${FACT_WORDS.join("|")})(?!\\p{L})`,
  `${OPENERS}(?:qu['’]|dov['’])`,
  FACT_WORDS_WITHIN,
]);
const IS_PRIVATE = anyOf([...OWN, JUST_NOW]);
const IS_ADVICE = anyOf(ADVICE);
const AHEAD = anyOf([MINDS, ...OUTCOMES_AHEAD, ...PRICES_AHEAD]);
const IS_WORKED_OUT = anyOf([WORKED_OUT]);
const GREETING = /^(?:(?:hi|hey|hello|ok|hallo|salut|hola|ciao|привет)[,!. ]+)?[¿«"]?/u;
/** Text before a question, beside it or in a condition may be what it is answered from. */
const GIVEN =
  /[.!?。！？;:"«“「]\s?\S|, ?\S{1,20} \S{1,20} \S|\b(?:if|when (?:the|my|i)|born|since|desde|seit|depuis|given|wenn|falls|si je|si tengo|se ho|se eu|als ik|jeśli|если)\b|如果|もし/u;

/** Longer turns bring along what they are answered from. */
const QUESTION_CHARS = 160;
const OWN_CHARS = 80;

/** @param lead what is asked */
export function isOpenProblem(lead: string): boolean {
  const text = lead.toLowerCase();
  return ASKS_SOLUTION.test(text) && OPEN_PROBLEM.test(text) && !IS_ANSWERABLE.test(text);
}

/** @param lead what is asked, where nothing was said before it */
export function isUnknowable(lead: string): boolean {
  if (lead.length > QUESTION_CHARS) return false;
  const text = lead.trim().toLowerCase().replace(GREETING, "");
  if (AHEAD.test(text) && !IS_WORKED_OUT.test(text)) return true;
  if (text.length > OWN_CHARS || GIVEN.test(text)) return false;
  return ASKS_FACT.test(text) && IS_PRIVATE.test(text) && !IS_ADVICE.test(text);
}
