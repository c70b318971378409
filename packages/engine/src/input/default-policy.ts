// The defaults of the policy. Each can be set in the configuration; every explanation states those it used.
import { invalid } from "@signalbox/contracts";
import type { Asked } from "./decision-input.ts";

/** Defaults of the policy; configurable, stated in every explanation. */
export interface PolicyDefaults {
  /** Success that a bill ten times smaller (`latency`: a wait ten times shorter) is worth under a `tradeoff`, on easy work. @range 0..1 */
  readonly tolerance: number;
  /** The same of the bill under quality, and under latency beside the wait. @range 0..1 */
  readonly qualityTolerance: number;
  /** Success given up per standard deviation of the estimate. */
  readonly riskWeight: number;
  /** Seconds after which a provider's prompt cache counts as cold. */
  readonly cacheTtlS: number;
  /** Success that the session's model may give up beyond the best choice before it is left for that alone. @range 0..1 */
  readonly sessionMargin: number;
}

export const DEFAULT_POLICY: PolicyDefaults = Object.freeze({
  tolerance: 0.05,
  qualityTolerance: 0.025,
  riskWeight: 0.3,
  cacheTtlS: 300,
  sessionMargin: 0.045,
});

// The engine is also a library: an input that skipped the reader is refused in the same words.

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
          fix: "Give each a different label.",
        },
      ]);
    labels.add(label);
  }
  if (Object.isFrozen(candidates)) sound.add(candidates);
}
