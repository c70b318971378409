// The short form: one to three sentences for the person who pays the bill.
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";
import { recordedLosses } from "../record/recorded-loss.ts";
import type { LossTerms } from "../rank/loss.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { formatPercent, formatPoints, formatSeconds, formatUsd } from "../wording/format.ts";
import { rejectionWords } from "../filter/rejection-words.ts";
import { degradedWords } from "./degraded-words.ts";
import { sessionWords } from "./session-words.ts";

const FAMILIARITY_LOW = 0.2;

export function summarise(record: DecisionRecord): string {
  const pick = record.ranking[0];
  if (pick === undefined) return refusalWords(record);
  const sentences = [`${pick.label}: ${expectation(pick)}.`, motive(record)];
  if (record.session.action !== "first") sentences.push(sessionWords(record.session, record.objective.kind));
  if (record.explored) sentences.push("It was drawn to learn about it, as the preference allows.");
  sentences.push(...record.degradedReasons.map(degradedWords));
  const doubt = doubtOf(record);
  if (doubt !== undefined) sentences.push(doubt);
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** A decision without a pick: how many candidates rules and limits rejected, and why the first. */
function refusalWords({ rejected }: DecisionRecord): string {
  const [first] = rejected;
  const why = first === undefined ? "" : ` ${first.label}: ${rejectionWords(first)}`;
  return `Refused: every one of the ${rejected.length} candidates is rejected.${why}`;
}

function expectation(pick: CandidateRecord): string {
  const { success, usd, seconds, agentTask } = pick;
  const price = usd === null ? "an unknown price" : `about ${formatUsd(usd)}`;
  const wait = seconds === null ? "" : ` in about ${formatSeconds(seconds)}`;
  if (agentTask !== undefined) {
    const whole = agentTask.usd === null ? "" : `, about ${formatUsd(agentTask.usd)} for all of it`;
    return `the agent's whole task succeeds with ${formatPercent(success)} probability${whole}; this step is done well with ${formatPercent(agentTask.stepSuccess)} for ${price}${wait}`;
  }
  return `a good answer with ${formatPercent(success)} probability for ${price}${wait}`;
}

const TERM_WORDS = {
  success: "success",
  usd: "dollars",
  seconds: "wait",
  spread: "doubt",
  session: "session",
  rule: "rule",
  learned: "your reports",
} as const satisfies Record<Exclude<keyof LossTerms, "total">, string>;
const TERMS = Object.keys(TERM_WORDS) as (keyof typeof TERM_WORDS)[];
/** Differences below this are not worth a word. @unit points */
const TERM_MIN = 0.05;

/** Why this one: the candidate that comes next, and the terms of the rule in which the two differ. */
function motive(record: DecisionRecord): string {
  if (record.ranking.length < 2)
    return record.rejected.length > 0 ? "No other candidate could serve." : "It is the only candidate.";
  const losses = recordedLosses(record);
  const [own, ...others] = losses ?? [];
  if (own === undefined) return `An earlier release ranked ${record.ranking.length} candidates.`;
  const least = Math.min(...others.map(({ total }) => total));
  const at = others.findIndex(({ total }) => total === least);
  const [next, loss] = [record.ranking[at + 1], others[at]];
  if (next === undefined || loss === undefined) return "";
  const behind = loss.total - own.total;
  const distance = behind < TERM_MIN ? "level with it" : `${formatPoints(behind / 100)} behind`;
  const presumed = next.usd === null ? " (price unknown, so one is presumed)" : "";
  return `${next.label}${presumed} comes next, ${distance}${termWords(loss, own)}; ${allowance(record)}.`;
}

/** ": 4.2 points worse on success, 2.9 points better on dollars", the largest difference first. */
function termWords(loss: LossTerms, own: LossTerms): string {
  const terms = TERMS.map((term) => ({ term, more: loss[term] - own[term] }))
    .filter(({ more }) => Math.abs(more) >= TERM_MIN)
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))
    .map(
      ({ term, more }) =>
        `${formatPoints(Math.abs(more) / 100)} ${more > 0 ? "worse" : "better"} on ${TERM_WORDS[term]}`,
    );
  return terms.length === 0 ? "" : `: ${terms.join(", ")}`;
}

/** The objective in words, with the figures that it decided by. */
function allowance({ objective }: DecisionRecord): string {
  const { kind, maxLossPoints } = objective;
  const bound = maxLossPoints === undefined ? "" : `within ${formatPoints(maxLossPoints / 100)} of the best `;
  if (objective.isPriceAlone === true)
    return bound === "" ? "with the dial at 10 the price alone counts" : `${bound}the price alone counts`;
  const under = kind === "dial" ? `with the dial at ${objective.costQualityTradeoff ?? 0}` : `under ${kind}`;
  return `${bound}${under} ${worthWords(objective)}`;
}

function worthWords({ kind, usdWorth, usdWeight, secondsWorth, secondsWeight }: ObjectiveRecord): string {
  if (kind === "latency") return `a wait ten times shorter is worth ${formatPoints(secondsWorth)} of success`;
  const weights = [
    ...(usdWeight > 0 ? [formatUsd(0.01 / usdWeight)] : []),
    ...(secondsWeight > 0 ? [formatSeconds(0.01 / secondsWeight)] : []),
  ];
  if (weights.length > 0) return `${weights.join(" or ")} is worth a point of success`;
  return `a bill ten times smaller is worth ${formatPoints(usdWorth)} of success`;
}

function doubtOf({ conversation }: DecisionRecord): string | undefined {
  const { familiarity, language } = conversation;
  if (familiarity >= FAMILIARITY_LOW) return undefined;
  const foreign = language !== "en" && language !== "und" ? ` (language: ${language})` : "";
  return `Few similar prompts were seen in training${foreign}, so the estimates are wide.`;
}
