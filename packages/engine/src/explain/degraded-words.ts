// Why an answer is degraded, in words.
import { rejectionWords } from "../filter/rejection-words.ts";
import type { DegradedReason } from "../record/decision-record.ts";

type StaticTierCause = Extract<DegradedReason, { readonly code: "static_tier" }>["cause"];

const CAUSE_WORDS: Readonly<Record<StaticTierCause, string>> = {
  late: "its vector was not ready within the time budget",
  busy: "too many prompts were waiting for it",
  broken: "it is not running",
  not_asked: "it was not asked here",
  no_text: "the request holds features of the static encoder and no text",
};

export function degradedWords(reason: DegradedReason): string {
  if (reason.code === "least_bad")
    return `Every candidate was rejected; this is the least bad. ${rejectionWords(reason.rejection)}`;
  const learned = reason.isLearnedSetAside
    ? " What the account has taught belongs to the transformer tier and was set aside."
    : "";
  return `The static encoder answered in place of the transformer: ${CAUSE_WORDS[reason.cause]}.${learned}`;
}
