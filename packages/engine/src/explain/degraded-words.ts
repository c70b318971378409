// Why an answer is degraded, in words.
import { rejectionWords } from "../filter/rejection-words.ts";
import type { DegradedReason } from "../record/decision-record.ts";

export function degradedWords({ rejection }: DegradedReason): string {
  return `Every candidate was rejected; this is the least bad. ${rejectionWords(rejection)}`;
}
