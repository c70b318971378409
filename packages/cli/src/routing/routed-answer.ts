import type { Explanation } from "@signalbox/contracts";

/** What both ways of deciding answer. */
export interface RoutedAnswer {
  readonly llm_label: string;
  readonly explanation: Explanation;
}
