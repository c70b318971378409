// The ledger in words. Every sentence on dollars saved, expected or billed is made here, from the figures of the service.
import type { Ledger } from "@signalbox/sdk";

import { compact, counted, percent, points, usd } from "./format.ts";

export type Comparison = Ledger["singles"][number];

/** The baseline of gateways, as the service names it. */
export const NAMED = "named";

/** "always openai/gpt-6-luna"; for gateways "the models that callers named". */
export const baselineName = (baseline: string): string =>
  baseline === NAMED ? "the models that callers named" : `always ${baseline}`;

const isLoss = ({ saved_usd: saved }: Pick<Comparison, "saved_usd">): boolean => saved < 0;

/** "saved $4.20", "cost $1.10 more", "cost as much". */
export function savedWords(savedUsd: number): string {
  if (savedUsd === 0) return "cost as much";
  const dollars = usd(Math.abs(savedUsd));
  return savedUsd < 0 ? `cost ${dollars} more` : `saved ${dollars}`;
}

/** "saved $4.20 against", "cost $1.10 more than", "cost as much as". */
function savedAgainst(savedUsd: number): string {
  const joint = savedUsd === 0 ? "as" : savedUsd < 0 ? "than" : "against";
  return `${savedWords(savedUsd)} ${joint}`;
}

/** "saved $1 to $3", "cost $1 to $3 more", "between cost $1 more and saved $2". */
export function intervalWords(low: number, high: number): string {
  if (low >= 0) return `saved ${usd(low)} to ${usd(high)}`;
  if (high <= 0) return `cost ${usd(-high)} to ${usd(-low)} more`;
  return `from ${usd(-low)} more to ${usd(high)} less`;
}

/** The interval of a comparison, in billed dollars where bills are known. */
function surenessWords({ low, high, baseline }: Comparison, factor: Ledger["factor"]): string {
  const interval =
    low === null || high === null
      ? "too few hours for an interval"
      : `95 % interval: ${intervalWords(low, high)}`;
  return baseline !== NAMED && factor === null ? `${interval}; no bill was reported` : interval;
}

/** Billed through expected: ".61×", to two digits. */
const factorText = ({ value }: NonNullable<Ledger["factor"]>): string => percent(value);

/** "By expected dollars routing saved $4.20 against always x, n = 1,200 of 2,000 decisions; 95 % interval ...". */
export function comparedWords(compared: Comparison, ledger: Ledger): string {
  const { baseline, decisions, saved_usd: saved } = compared;
  const { factor } = ledger;
  const over = `n = ${compact(decisions)} of ${counted(ledger.decisions, "decision")}`;
  const sure = surenessWords(compared, factor);
  if (baseline === NAMED)
    return `By bills routing ${savedAgainst(saved)} ${baselineName(baseline)}, ${over}; ${sure}.`;
  if (factor === null)
    return `By expected dollars routing ${savedAgainst(saved)} ${baselineName(baseline)}, ${over}; ${sure}.`;
  const scaled = `${factorText(factor)} of the expected ${usd(Math.abs(saved))}`;
  return `At billed prices routing ${savedAgainst(saved * factor.value)} ${baselineName(baseline)} (${scaled}), ${over}; ${sure}.`;
}

/** "It gave up 5.8 points of expected success (91.2 % instead of 97.0 %)." */
export function successWords({ success, routed_success: routed }: Comparison): string {
  if (success === null || routed === null)
    return "How that changed success is not known: success of this baseline was not estimated.";
  const change = routed - success;
  const both = `${percent(routed, 1)} instead of ${percent(success, 1)}`;
  if (Math.abs(change) < 0.0005) return `Expected success is the same (${both}).`;
  return `It ${change < 0 ? "gave up" : "gained"} ${points(Math.abs(change))} of expected success (${both}).`;
}

const reportsWords = ({ reported: { reported, count } }: Pick<Comparison, "reported">): string =>
  `${percent(reported, 1)} of ${counted(count, "report")}`;

/** The model that did best by reports, beside all picks; empty where no model has enough reports. */
export function bestWords({ singles, best_by_reports: best, reported }: Ledger): string {
  const found = singles.find(({ baseline }) => baseline === best);
  if (found === undefined) return "";
  const all = `all picks ${percent(reported.reported, 1)} of ${compact(reported.count)}`;
  return `By reports the best single model is ${found.baseline}: ${reportsWords(found)}, ${all}. Routing ${savedAgainst(found.saved_usd)} always calling it.`;
}

/** The range over every model for all: what can be said before the account names its baseline. */
export function rangeWords(ledger: Ledger): string {
  const [best] = ledger.singles;
  const worst = ledger.singles.at(-1);
  if (best === undefined || worst === undefined)
    return "No model was offered in half of the decisions, so none could have answered all of them.";
  if (best === worst) return comparedWords(best, ledger);
  const said = (one: Comparison): string => `${savedAgainst(one.saved_usd)} ${baselineName(one.baseline)}`;
  if (isLoss(best))
    return `Routing cost more than every single model by expected dollars: between ${said(best)} and ${said(worst)}.`;
  const between = isLoss(worst)
    ? "It depends on what you called before: routing"
    : "By expected dollars routing";
  return `${between} ${said(best)} and ${said(worst)}.`;
}

/** "Billed $0.890 for 215 decisions that were expected to cost $1.465: 61 % (55 to 67 %)." */
export function billedWords({
  billed,
  factor,
  decisions,
}: Pick<Ledger, "billed" | "factor" | "decisions">): string {
  if (factor === null) return "No bill was reported in this time, so all dollars are expected ones.";
  const { low, high } = factor;
  const interval =
    low === null || high === null ? "" : ` (95 % interval ${percent(low)} to ${percent(high)})`;
  return `Billed ${usd(billed.usd)} for ${compact(billed.decisions)} of ${counted(decisions, "decision")} that were expected to cost ${usd(billed.expected_usd)}: ${factorText(factor)} of the expected dollars${interval}.`;
}

/** "Reported 84 % of 854, where 91 % was expected." */
export function reportedWords({
  reported: { count, reported, predicted },
}: Pick<Ledger, "reported">): string {
  if (count === 0) return "Nothing was reported, so success is what the models are expected to do.";
  return `Reported success ${percent(reported, 1)}, n = ${compact(count)}, where ${percent(predicted, 1)} was expected.`;
}

export function headlineWords(ledger: Ledger): string {
  if (ledger.decisions === 0) return "No decisions in this time.";
  return ledger.compared === null ? rangeWords(ledger) : comparedOrNone(ledger.compared, ledger);
}

function comparedOrNone(compared: Comparison, ledger: Ledger): string {
  if (compared.decisions > 0) return comparedWords(compared, ledger);
  return compared.baseline === NAMED
    ? "No report of this time has the dollars both of its call and of the model that its caller named."
    : `No decision of this time offered ${compared.baseline} with a known price, so the saving is not known.`;
}
