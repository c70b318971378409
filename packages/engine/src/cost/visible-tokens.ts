// Visible tokens of an answer, the same for every candidate: a length that the words demand, else what the task asks for.
import type { OutputTokenEstimate } from "./output-estimate.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

const EIGHTY_PERCENT = 1.2816;
/** Mean over median of the widest range that is believed. */
const SKEW_MAX = 1.6;

export function visibleTokensOf({
  task,
  demanded,
}: Pick<PromptEncoding, "task" | "demanded">): OutputTokenEstimate {
  if (demanded !== undefined)
    return { visibleMean: demanded.mean, hiddenMean: 0, low: demanded.low, high: demanded.high };
  const { low, median, high } = task.tokens;
  const sd = Math.log(high / low) / (2 * EIGHTY_PERCENT);
  return { visibleMean: median * Math.min(SKEW_MAX, Math.exp(sd ** 2 / 2)), hiddenMean: 0, low, high };
}
