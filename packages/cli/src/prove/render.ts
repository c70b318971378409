// The words of a run: before it, while it runs, and at its end.
import { dollars } from "../output/text.ts";
import type { Answers, Progress } from "./run-proof.ts";
import type { Pair } from "./pairs.ts";
import type { JudgeReport, ProofReport, Suggestion } from "./report.ts";

const whole = (share: number): string => String(Math.round(100 * share));
const percentOf = (share: number): string => `${whole(share)} %`;
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export interface Outlay {
  readonly requests: number;
  readonly same: number;
  /** Comparisons that the budget is expected to pay for. */
  readonly comparisons: number;
  readonly calls: number;
  /** @unit USD */
  readonly usd: number;
  /** @unit seconds */
  readonly seconds: number;
}

export function outlayWords({ requests, same, comparisons, calls, usd, seconds }: Outlay): string {
  const free = same === 0 ? "" : ` On ${same} the router picks the baseline itself: ties, for free.`;
  return (
    `${counted(requests, "request")}.${free}\n` +
    `At most ${dollars(usd)} dollars; if answers are as long as expected, ${counted(comparisons, "comparison")} with ` +
    `${calls} calls in about ${counted(Math.max(1, Math.round(seconds / 60)), "minute")}.\n`
  );
}

export const progressWords = ({ spentUsd, compared, share }: Progress): string =>
  `${dollars(spentUsd)} dollars, ${compared} compared, at least as good on ${whole(share.low)} to ${percentOf(share.high)}`;

const ENDINGS: Readonly<Record<ProofReport["ending"], string>> = {
  all_compared: "Every request was compared.",
  budget: "The budget is used up; run the same command with a larger --budget to continue.",
  stopped: "Stopped; run the same command to continue.",
  provider: "Ended early: a provider failed three times in a row.",
  judge: "Ended early: the judge goes by the place of an answer, or gives no verdicts. Take another judge.",
};

/** The sentence for those who decide. */
export function sentenceOf({
  as_good: share,
  usd_share: usd,
  baseline,
  requests,
  same,
  compared,
}: ProofReport): string {
  if (compared === 0 && same < requests)
    return `Nothing is known yet: no answers were compared with ${baseline}.`;
  const dollarsOf = usd === null ? "" : `, at ${percentOf(usd)} of the dollars billed for ${baseline}`;
  return `At least as good on ${whole(share.mean)} of 100 (${whole(share.low)} to ${percentOf(share.high)})${dollarsOf}.`;
}

const ruleWords = ({ kind, as_good: share, usd_share: usd }: Suggestion, baseline: string): string =>
  `Suggested rule: ${kind} stays with ${baseline}; then ${whole(share)} of 100 at ${percentOf(usd)}, expected.`;

/** Two-sided chance of so uneven a split of a fair coin, by the normal approximation. */
const isUneven = (won: number, of: number): boolean =>
  of >= 8 && Math.abs(won - of / 2) > 1.96 * Math.sqrt(of / 4);

function judgeWords({
  judge,
  compared,
  flips,
  place,
  length,
  labelled,
  others,
}: JudgeReport): readonly string[] {
  if (compared === 0) return [];
  const lines = [
    `Judge ${judge}: contradicted itself on ${flips} of ${compared} when the answers changed places; these count as ties.`,
  ];
  if (isUneven(place.first, place.rulings)) {
    const share = place.first / place.rulings;
    lines.push(
      `It prefers the ${share > 0.5 ? "first" : "second"} place (${percentOf(Math.max(share, 1 - share))}); judging both orders takes that out.`,
    );
  }
  if (isUneven(length.longer_won, length.compared))
    lines.push(
      `${length.longer_won > length.compared / 2 ? "Longer" : "Shorter"} answers won more often: the longer one ${length.longer_won} of ${length.compared} times. Read some losses before you trust it.`,
    );
  if (labelled.compared > 0)
    lines.push(`It agreed with ${labelled.agreed} of ${counted(labelled.compared, "hand-made label")}.`);
  for (const other of others)
    lines.push(`Judge ${other.judge} agreed on ${other.agreed} of ${other.compared}.`);
  return lines;
}

export function renderReport(report: ProofReport): string {
  const { weakest, suggestion, baseline, better, tied, worse, compared, same, left_out: leftOut } = report;
  const weak = weakest.map(({ kind, losses, compared: of }) => `${kind} (${losses} losses of ${of})`);
  const reasons = Object.entries(leftOut).map(([reason, count]) => `  ${count}: ${reason}`);
  const sampled = report.total > report.requests ? `, an even sample of ${report.total}` : "";
  return [
    sentenceOf(report),
    ...(weak.length === 0 ? [] : [`Weakest on: ${weak.join(", ")}.`]),
    ...(suggestion === null ? [] : [ruleWords(suggestion, baseline)]),
    "",
    `${counted(report.requests, "request")}${sampled}: ${same} with the same model, ${compared} compared (${better} better, ${tied} tied, ${worse} worse).`,
    ...judgeWords(report.judged_by),
    `${counted(report.calls, "call")}, ${dollars(report.spent_usd)} dollars. ${ENDINGS[report.ending]}${report.fault === null ? "" : ` ${report.fault}`}`,
    "The interval holds 95 % at every look: the run may stop whenever you like.",
    ...(reasons.length === 0 ? [] : ["Left out:", ...reasons]),
    "",
  ].join("\n");
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export interface Loss {
  readonly pair: Pair;
  readonly answers: Answers;
}

const lossRow = ({ pair, answers }: Loss): string => {
  const { request, pick, baseline, field, operation } = pair;
  const talk = request.turns.map(([role, text]) => `${role}: ${text}`).join("\n\n");
  const cell = (head: string, text: string): string =>
    `<td><h3>${escapeHtml(head)}</h3><pre>${escapeHtml(text)}</pre></td>`;
  return `<h2>Line ${request.line}: ${operation}, ${field}</h2><pre>${escapeHtml(talk)}</pre>
<table><tr>${cell(`${baseline} (won)`, answers.baseline)}${cell(`${pick} (lost)`, answers.pick)}</tr></table>`;
};

/** One page, without scripts. */
export const lossPage = (losses: readonly Loss[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Losses, side by side</title>
<style>body{font:15px/1.5 system-ui;margin:2rem}pre{white-space:pre-wrap}table{width:100%;table-layout:fixed}td{vertical-align:top;padding:0 1rem 0 0}</style>
<h1>Losses, side by side</h1>
${losses.map(lossRow).join("\n")}
</html>
`;
