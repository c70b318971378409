// Visible tokens of an answer, from one place: a length that the words demand, else what the task asks for, else what the model of
// answers expects of such prompts.
import type { OutputTokenEstimate, PromptEncoding } from "../model/routing-model.ts";

const EIGHTY_PERCENT = 1.2816;
/** Mean over median of the widest range that is believed. */
const SKEW_MAX = 1.6;

/**
 * What the task asks for, the same for every candidate. Undefined where the words demand a length, or the task tells none: then
 * the model of answers does.
 */
export function askedTokensOf({
  task,
  demanded,
}: Pick<PromptEncoding, "task" | "demanded">): OutputTokenEstimate | undefined {
  if (task === undefined || demanded !== undefined) return undefined;
  const { low, median, high } = task.tokens;
  if (!(low > 0 && high >= low)) return undefined;
  const sd = Math.log(high / low) / (2 * EIGHTY_PERCENT);
  return { visibleMean: median * Math.min(SKEW_MAX, Math.exp(sd ** 2 / 2)), hiddenMean: 0, low, high };
}
