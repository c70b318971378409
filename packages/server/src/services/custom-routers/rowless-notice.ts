// Candidates that the evaluation file of a custom router has no rows of, in words: it says nothing of them.
import type { FieldError } from "@signalbox/contracts";
import type { LearnedPolicy, SelectRequest } from "@signalbox/engine";

/** Names in a warning; the rest are counted. */
const NAMED_MAX = 5;

/** Stands among the warnings of a decision with such candidates; undefined where the file knows all of them. */
export function rowlessNotice(
  { knows }: Pick<LearnedPolicy, "knows">,
  { candidates }: Pick<SelectRequest, "candidates">,
): FieldError | undefined {
  if (knows === undefined) return undefined;
  const rowless = candidates.filter(({ label, facts }) => !knows(label, facts?.id));
  if (rowless.length === 0) return undefined;
  const named = rowless.slice(0, NAMED_MAX).map(({ label }) => label);
  const others = rowless.length - named.length;
  return {
    location: "preference.custom_router_id",
    message:
      `The evaluation file of the custom router has no rows of ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}: ` +
      "between them the shipped estimates decide.",
    fix: "Add a column with their scores to the file and train another router, or leave them out of the candidates.",
  };
}
