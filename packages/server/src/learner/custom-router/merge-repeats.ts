// A question that a file asks many times is evidence of one question: its rows become one, with the means of what they say.
import type { EvaluationRow } from "./evaluation-table.ts";

/** Prompts that differ in case, spacing or the spelling of characters only are the same question. */
export function normalisePrompt(prompt: string): string {
  return prompt.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Mean by column over the rows that know it; NaN where none does. */
function meanColumns(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, index) => {
    const known = columns.map((column) => column[index]!).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** One row per different prompt, in the order of their first appearance. */
export function mergeRepeats(rows: readonly EvaluationRow[]): readonly EvaluationRow[] {
  const byPrompt = Map.groupBy(rows, (row) => normalisePrompt(row.prompt));
  if (byPrompt.size === rows.length) return rows;
  return [...byPrompt.values()].map((group) => ({
    prompt: group[0]!.prompt,
    scores: meanColumns(group.map((row) => row.scores)),
    costsUsd: meanColumns(group.map((row) => row.costsUsd)),
    latenciesS: meanColumns(group.map((row) => row.latenciesS)),
  }));
}
