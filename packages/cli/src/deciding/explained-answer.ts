import type { Explanation } from "@signalbox/contracts";

/** What both ways of deciding answer. */
export interface ExplainedAnswer {
  readonly llm_label: string;
  readonly explanation: Explanation;
}
