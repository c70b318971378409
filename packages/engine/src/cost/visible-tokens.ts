// Visible tokens of an answer, from one place: a length that the words demand, else what the task asks for, else what the model of
// answers expects of such prompts.
import type { OutputTokenEstimate, PromptEncoding } from "../model/routing-model.ts";

const EIGHTY_PERCENT = 1.2816;
/** Mean over median of the widest range that is believed. */
const SKEW_MAX = 1.6;

/** @param expected by the model of answers */
export function visibleTokensOf(
  expected: OutputTokenEstimate,
  { task, demanded }: Pick<PromptEncoding, "task" | "demanded">,
): OutputTokenEstimate {
  if (task === undefined || demanded !== undefined) return expected;
  const { low, median, high } = task.tokens;
  if (!(low > 0 && high >= low)) return expected;
  const sd = Math.log(high / low) / (2 * EIGHTY_PERCENT);
  return { ...expected, visibleMean: median * Math.min(SKEW_MAX, Math.exp(sd ** 2 / 2)), low, high };
}
