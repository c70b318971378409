// The short form: one to three sentences for the person who pays the bill.
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { formatPercent, formatPoints, formatSeconds, formatUsd } from "../wording/format.ts";
import { degradedWords } from "./degraded-words.ts";
import { sessionWords } from "./session-words.ts";

const FAMILIARITY_LOW = 0.2;

export function summarise(record: DecisionRecord): string {
  const pick = record.ranking[0];
  if (pick === undefined) return `${record.label} is recommended.`;
  const sentences = [`${pick.label}: ${expectation(pick)}.`, motive(pick, record)];
  if (record.session.action !== "first") sentences.push(sessionWords(record.session, record.objective.kind));
  if (record.explored) sentences.push("It was drawn to learn about it, as the preference allows.");
  sentences.push(...record.degradedReasons.map(degradedWords));
  const doubt = doubtOf(record);
  if (doubt !== undefined) sentences.push(doubt);
  return sentences.filter((sentence) => sentence !== "").join(" ");
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

/** Why this one: the objective in words, against the candidate that comes closest to having been chosen. */
function motive(pick: CandidateRecord, record: DecisionRecord): string {
  const others = record.ranking.slice(1);
  if (others.length === 0)
    return record.rejected.length > 0 ? "No other candidate could serve." : "It is the only candidate.";
  const best = [pick, ...others].reduce((high, other) => (other.success > high.success ? other : high));
  if (best === pick) return bestMotive(pick, others);
  return `${best.label} would reach ${formatPercent(best.success)}${priceOf(best)}; ${allowance(record)}.`;
}

function bestMotive(pick: CandidateRecord, others: readonly CandidateRecord[]): string {
  if (pick.usd === null)
    return "No candidate is better; its price is unknown, so nothing is said of cheaper ones.";
  const cheaper = others.filter(({ usd }) => usd !== null && pick.usd !== null && usd < pick.usd);
  if (cheaper.length === 0) {
    const isPriced = others.every(({ usd }) => usd !== null);
    return isPriced
      ? "No candidate is better, and none is cheaper."
      : "No candidate is better, and none with a known price is cheaper.";
  }
  const next = cheaper.reduce((high, other) => (other.success > high.success ? other : high));
  return `The best cheaper one, ${next.label}, would reach ${formatPercent(next.success)}${priceOf(next)}.`;
}

function priceOf({ usd }: CandidateRecord): string {
  return usd === null ? "" : ` for ${formatUsd(usd)}`;
}

/** The objective in words, with the figures that it decided by. */
function allowance({ objective }: DecisionRecord): string {
  const { kind, maxLossPoints } = objective;
  const bound = maxLossPoints === undefined ? "" : `within ${formatPoints(maxLossPoints / 100)} of the best `;
  if (objective.isPriceAlone === true)
    return bound === "" ? "with the dial at 10 the price alone counts" : `${bound}the price alone counts`;
  const under = kind === "dial" ? `with the dial at ${objective.costQualityTradeoff ?? 0}` : `under ${kind}`;
  return `${bound}${kind === "quality" ? "even " : ""}${under} ${worthWords(objective)}`;
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
