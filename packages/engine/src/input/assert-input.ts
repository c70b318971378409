// The engine is also a library: an input that skipped the reader is refused in the same words.
import { SignalboxError } from "@signalbox/contracts";

import type { DecisionInput } from "./decision-input.ts";

/** @throws SignalboxError validation_failed without messages or candidates, or with one label twice */
export function assertInput({ messages, candidates }: DecisionInput): void {
  if (messages.length === 0)
    throw fault("messages", "The conversation is empty.", "Send at least one message.");
  assertCandidates(candidates);
}

/** @throws SignalboxError validation_failed without candidates, or with one label twice */
export function assertCandidates(candidates: DecisionInput["candidates"]): void {
  if (candidates.length === 0)
    throw fault("llm_providers", "There is no candidate.", "Send at least one candidate.");
  const labels = new Set<string>();
  for (const { label } of candidates) {
    if (labels.has(label))
      throw fault("llm_providers", "Two candidates have the same label.", "Give each a label of its own.");
    labels.add(label);
  }
}

function fault(location: string, message: string, fix: string): SignalboxError {
  return new SignalboxError("validation_failed", `${location}: ${message} ${fix}`, {
    errors: [{ location, message, fix }],
  });
}
