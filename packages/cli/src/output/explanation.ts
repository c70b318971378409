// A decision as a person reads it: the pick, why, and every candidate with its numbers.
import type { Explanation, RankedCandidate } from "@signalbox/contracts";

import { alignColumns } from "./text.ts";

interface Answer {
  readonly llm_label: string;
  readonly explanation: Explanation;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function dollars(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(4)}`;
}

const seconds = (value: number | null): string => (value === null ? "unknown" : `${value.toFixed(1)} s`);

function candidateRow(candidate: RankedCandidate): string[] {
  const { rank, label, success, spread, usd, seconds: time } = candidate;
  const tokens = `${Math.round(candidate.input_tokens)}+${Math.round(candidate.output_tokens + candidate.hidden_tokens)}`;
  return [String(rank), label, percent(success), `± ${percent(spread)}`, dollars(usd), seconds(time), tokens];
}

/** A readable table with the reasons below it. */
export function renderExplanation({ llm_label: label, explanation }: Answer): string {
  const { conversation, ranking, rejected, summary } = explanation;
  const table = alignColumns(
    [["#", "candidate", "success", "spread", "cost", "time", "tokens"], ...ranking.map(candidateRow)],
    { right: [0, 2, 3, 4, 5, 6] },
  );
  const { understood, field, language, difficulty } = conversation;
  const read = understood ?? `${[field, ...(language === "und" ? [] : [language])].join(", ")}.`;
  const refused = rejected.map((candidate) => `  not ${candidate.label}: ${candidate.reason}\n`).join("");
  const degraded = explanation.degraded ? `\nDegraded: ${explanation.degraded_reasons.join("; ")}\n` : "";
  return `${label}\n\n${summary}\nRead as: ${read} Difficulty ${percent(difficulty)}.\n\n${table}${refused}${degraded}`;
}
