// How long an answer the words of a prompt demand: a bare choice, a phrase, so many words or sentences. Rules alone, in a bounded
// window, so that the cost is linear and small. A demand to reason first is no demand for a short answer: then nothing is said.
import { capText } from "../text/cap-text.ts";
import type { DemandCues } from "./demand-cues.ts";
import { CHOICE_LENGTH, EXPLAINING, findRule, REASONING, SHOWN_CHOICE, UNREASONED } from "./demand-rules.ts";
import { findAmounts, largestAmount } from "./find-amounts.ts";
import type { Amount } from "./find-amounts.ts";
import { findWords } from "./find-words.ts";
import type { LengthHit } from "./length-index.ts";

/** Visible output tokens that were asked for. @unit tokens, whole numbers */
export interface DemandedLength {
  readonly mean: number;
  /** 80 % interval. @range 1..mean */
  readonly low: number;
  readonly high: number;
}

/** Demands stand at the head or the tail of a turn; what lies between is material. */
const WINDOW_CHARS = 2_400;
/** A demand for more than this is no bound worth keeping. */
const TOKENS_MAX = 40_000;

function held(tokens: number): number {
  return Math.min(TOKENS_MAX, Math.max(1, Math.round(tokens)));
}

/** Worked examples whose answers are one letter, and an open "Answer:" at the end. */
function showsChoices(text: string): boolean {
  return /\banswer:?\s{0,9}$/u.test(text.slice(-20)) && (text.match(SHOWN_CHOICE)?.length ?? 0) >= 2;
}

/** @param text in lower case */
function demandIn(text: string): DemandedLength | undefined {
  if (showsChoices(text)) return CHOICE_LENGTH;
  const cues: DemandCues = { english: 0, others: 0 };
  const hits = findWords(text, cues);
  const rule = cues.english === 0 && cues.others === 0 ? undefined : findRule(text, cues);
  const amount = rule?.isTerse === true ? undefined : findDemandedAmount(text, hits);
  if (rule === undefined && amount === undefined) return undefined;
  // Words that forbid or ask for the way are looked for last: few texts come this far.
  const allowed = text.replace(UNREASONED, " ");
  if (REASONING.test(allowed)) return undefined;
  if (rule !== undefined && (rule.isTerse || !EXPLAINING.test(allowed))) return rule.length;
  return amount;
}

/** Only what a lead marks as a demand: other amounts may belong to the subject. */
function findDemandedAmount(text: string, hits: readonly LengthHit[]): DemandedLength | undefined {
  const demanded = findAmounts(text, hits).filter(({ hasLead, isOfItems }) => hasLead && !isOfItems);
  const largest = largestAmount(demanded);
  return largest && demandedAmount(largest);
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
