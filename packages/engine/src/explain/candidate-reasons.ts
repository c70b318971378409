// The reasons for the rank of a candidate, in short sentences from its numbers.
import { hypotOf } from "../numerics/index.ts";
import { groundWords } from "./ground-words.ts";
import type { Mode } from "@signalbox/contracts";

import type { AbilityOrigin } from "../estimate/estimated.ts";
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";
import type { ModeSource } from "../candidates/candidate-mode.ts";
import type { OwnReports } from "../input/decision-input.ts";
import type { SecondsSource } from "../cost/expected-seconds.ts";
import {
  formatMoment,
  formatPercent,
  formatPoints,
  formatSeconds,
  formatTokens,
  formatUsd,
} from "../wording/format.ts";

const ORIGIN_WORDS: Readonly<Record<AbilityOrigin, string>> = {
  outcomes: "from recorded outcomes of this model",
  scores: "from its public scores",
  lineage: "inherited from its predecessor: this model has no scores yet",
  prior: "nothing is known of this model, so it is taken for less able than those on public boards",
  own: "adjusted by your evaluation file",
};

const MODE_WORDS: Readonly<Record<ModeSource, string>> = {
  request: "as the request states",
  name: "as its name states",
  default: "its provider's default",
  guessed: "a guess: no source states the default of this model",
  observed: "as the usage that you reported shows",
  agents: "as agents run it",
};

const SECONDS_WORDS: Readonly<Record<SecondsSource, string>> = {
  request: "as stated in the request",
  observed: "as observed in your calls",
  catalogue: "by the catalogue's speed",
  unknown: "",
};

const ROWLESS_WORDS =
  "Your evaluation file has no rows of it: beside others without rows the shipped estimate decides.";

export function candidateReasons(candidate: CandidateRecord, record: DecisionRecord): string[] {
  const reasons = [successWords(candidate), ...taskWords(candidate), billWords(candidate)];
  const { mode, modeSource } = candidate;
  if (mode && modeSource) reasons.push(`${modeWords(mode)}, ${MODE_WORDS[modeSource]}.`);
  if (candidate.seconds !== null)
    reasons.push(`About ${formatSeconds(candidate.seconds)}, ${SECONDS_WORDS[candidate.secondsSource]}.`);
  const place = placeWords(candidate, record);
  if (place !== undefined) reasons.push(place);
  if (candidate.bonus > 0)
    reasons.push(`Preferred for ${record.conversation.field} (+${formatPoints(candidate.bonus)}).`);
  if (candidate.isRowless === true) reasons.push(ROWLESS_WORDS);
  if (candidate.isDeprecated) reasons.push("Its vendor has deprecated it.");
  return reasons;
}

function modeWords(mode: Mode): string {
  if (mode === "none") return "Answers without thinking first";
  return mode === "thinking" ? "Thinks before it answers" : `Thinks with ${mode} effort`;
}

function successWords(candidate: CandidateRecord): string {
  const { success } = candidate;
  const origin = originWords(candidate);
  const of = candidate.agentTask === undefined ? "" : " of the whole task";
  return `Estimated success${of} ${formatPercent(success)} ± ${formatPercent(wholeSpreadOf(candidate))} (${origin}).`;
}

/** An agent's step and its task are two things. */
function taskWords({ agentTask }: CandidateRecord): string[] {
  if (agentTask === undefined) return [];
  const { usd, usdLow, usdHigh, stepSuccess } = agentTask;
  const step = `This step alone succeeds by ${formatPercent(stepSuccess)}.`;
  if (usd === null || usdLow === null || usdHigh === null) return [step];
  return [
    step,
    `The whole task: about ${formatUsd(usd)}, likely ${formatUsd(usdLow)} to ${formatUsd(usdHigh)}, most of its input from the cache.`,
  ];
}

/** Standard deviation of a success from uncertainty about the model and the request. @range 0..0.5 */
export function wholeSpreadOf({ spread, requestSpread }: CandidateRecord): number {
  return Math.min(0.5, hypotOf(spread, requestSpread));
}

function originWords({ abilityOrigin, ground, ownReports }: CandidateRecord): string {
  if (abilityOrigin === "own" && ownReports) return reportWords(ownReports);
  return ground === undefined || abilityOrigin === "own" ? ORIGIN_WORDS[abilityOrigin] : groundWords(ground);
}

function reportWords({ field, onField, inAll }: OwnReports): string {
  if (inAll === 0) return "adjusted by your feedback on other models";
  const reports = (count: number): string => (count === 1 ? "1 report" : `${count} reports`);
  if (onField === inAll) return `adjusted by your feedback: ${reports(inAll)} on ${field}`;
  return `adjusted by your feedback: ${reports(onField)} on ${field}, ${inAll} in all`;
}

function billWords(candidate: CandidateRecord): string {
  const cached =
    candidate.cachedInputTokens > 0
      ? ` (${formatTokens(candidate.cachedInputTokens)} from the warm cache)`
      : "";
  const hidden =
    candidate.hiddenTokens >= 1 ? ` and ${formatTokens(candidate.hiddenTokens)} hidden reasoning` : "";
  const tokens = `${formatTokens(candidate.inputTokens)} input${cached}, ${formatTokens(candidate.outputTokens)} output${hidden} tokens`;
  if (candidate.usd === null) return `Price unknown; ${tokens}.`;
  const range =
    candidate.usdLow === null || candidate.usdHigh === null
      ? ""
      : `, likely ${formatUsd(candidate.usdLow)} to ${formatUsd(candidate.usdHigh)}`;
  const source = candidate.priceSource === "request" ? "your price" : `list price${windowWords(candidate)}`;
  const what = candidate.agentTask === undefined ? "Expected" : "This step:";
  return `${what} ${formatUsd(candidate.usd)}${range}: ${tokens} at ${source}.`;
}

function windowWords({ priceWindow }: CandidateRecord): string {
  if (priceWindow === undefined) return "";
  const until = `until ${formatMoment(priceWindow.until)}`;
  return priceWindow.tariff === "dated" ? ` (${until})` : ` (${priceWindow.tariff} ${until})`;
}

/** The candidate's place relative to the best success and to the pick. */
function placeWords(candidate: CandidateRecord, { ranking }: DecisionRecord): string | undefined {
  const best = ranking.reduce((high, { success }) => Math.max(high, success), 0);
  const behind = best - candidate.success;
  const pick = ranking[0];
  if (pick === undefined || ranking.length < 2) return undefined;
  if (candidate.label === pick.label)
    return behind < 0.0005
      ? "Best estimated success of all."
      : `${formatPoints(behind)} below the best estimated success.`;
  const gap =
    behind < 0.0005
      ? "Best estimated success of all"
      : `${formatPoints(behind)} below the best estimated success`;
  if (candidate.usd === null || pick.usd === null || pick.usd === 0) return `${gap}.`;
  return `${gap}, ${timesWords(candidate.usd / pick.usd)} the price of ${pick.label}.`;
}

function timesWords(ratio: number): string {
  return ratio >= 10 ? `${Math.round(ratio)} times` : `${ratio.toFixed(ratio < 0.1 ? 3 : 1)} times`;
}
