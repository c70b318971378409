// A stored router that decisions pass over, in words: why, and what to do about it.
import { isRecord } from "@signalbox/contracts";
import type { CustomRouter } from "@signalbox/storage";
import type { FieldError } from "@signalbox/contracts";
import type { LearnedPolicy, SelectRequest } from "@signalbox/engine";

// How many evaluation rows are kept with a custom router, and since when.
interface KeptRows {
  readonly rows: number;
  /** @unit milliseconds since 1970 */
  readonly atMs: number;
}

/** Undefined where none are kept. */
export function keptRowsOf({ upload }: Pick<CustomRouter, "upload">): KeptRows | undefined {
  const { kept } = upload;
  if (!isRecord(kept)) return undefined;
  const { rows, atMs } = kept;
  return typeof rows === "number" && typeof atMs === "number" ? { rows, atMs } : undefined;
}

const WHY = "it was trained on another artefact, or by a release that stored another form";

/** The step that brings it back. */
function adviceFor(router: Pick<CustomRouter, "id" | "upload">): string {
  if (keptRowsOf(router) === undefined)
    return "No rows are kept with it. Upload the evaluations again to train another, and switch that one on.";
  return (
    `Train it again from its kept rows: on its page in the dashboard, with \`signalbox custom-router train --again ${router.id}\`, ` +
    `or by PATCH /api/v1/custom-routers/${router.id} with the state "training".`
  );
}

export const refusalOf = (router: Pick<CustomRouter, "id" | "upload">): string =>
  `Decisions would pass this router over: ${WHY}. ${adviceFor(router)}`;

/** Stands among the warnings of every decision that its preference makes without it. */
export function noticeOf(router: Pick<CustomRouter, "id" | "name" | "upload">): FieldError {
  return {
    location: "preference.custom_router_id",
    message: `The custom router "${router.name}" is ignored, and the shipped estimates apply: ${WHY}.`,
    fix: adviceFor(router),
  };
}

// Candidates that the evaluation file of a custom router has no rows of, in words: it says nothing of them.

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
