// The engine is also a library: an input that skipped the reader is refused in the same words.
import { invalid } from "@signalbox/contracts";

import type { Asked } from "./decision-input.ts";

/** @throws SignalboxError validation_failed without messages or candidates, or with one label twice */
export function assertInput({ messages, candidates }: Asked): void {
  if (messages.length === 0)
    throw invalid([
      { location: "messages", message: "The conversation is empty.", fix: "Send at least one message." },
    ]);
  assertCandidates(candidates);
}

/** Frozen lists that were looked at: the reader gives the same array for a list that comes again. */
const sound = new WeakSet<Asked["candidates"]>();

/** @throws SignalboxError validation_failed without candidates, or with one label twice */
export function assertCandidates(candidates: Asked["candidates"]): void {
  if (candidates.length === 0)
    throw invalid([
      { location: "llm_providers", message: "There is no candidate.", fix: "Send at least one candidate." },
    ]);
  if (sound.has(candidates)) return;
  const labels = new Set<string>();
  for (const { label } of candidates) {
    if (labels.has(label))
      throw invalid([
        {
          location: "llm_providers",
          message: "Two candidates have the same label.",
          fix: "Give each a label of its own.",
        },
      ]);
    labels.add(label);
  }
  if (Object.isFrozen(candidates)) sound.add(candidates);
}
