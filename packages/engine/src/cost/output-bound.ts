// The caller's own bound of an answer, hidden tokens and visible ones together, as providers hold it.
import type { OutputTokenEstimate } from "./output-estimate.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

/** Hidden tokens come first; the rest is for the answer. */
export function boundOutput(output: OutputTokenEstimate, most: number | undefined): OutputTokenEstimate {
  if (most === undefined) return output;
  const hiddenMean = Math.min(output.hiddenMean, most);
  return {
    hiddenMean,
    visibleMean: Math.min(output.visibleMean, most - hiddenMean),
    low: Math.min(output.low, most),
    high: Math.min(output.high, most),
  };
}

/** Share of the least that a model thinks and writes which the bound leaves; what is cut off is lost. @range 0..1 */
export const roomOf = ({ low }: OutputTokenEstimate, most: number | undefined): number =>
  most === undefined || low <= most ? 1 : most / low;

/** The task's own lengths have this bound, too. */
export function boundTask(encoding: PromptEncoding, most: number | undefined): PromptEncoding {
  const { task } = encoding;
  if (most === undefined || task === undefined || task.tokens.high <= most) return encoding;
  const { low, median, high } = task.tokens;
  const tokens = { low: Math.min(low, most), median: Math.min(median, most), high: Math.min(high, most) };
  return { ...encoding, task: { ...task, tokens } };
}
