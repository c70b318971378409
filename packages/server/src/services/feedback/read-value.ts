import type { FeedbackReport } from "@signalbox/contracts";

/** A thumb is a whole success or a whole failure. */
export function readValue(value: FeedbackReport["value"]): number | undefined {
  if (value === "up") return 1;
  if (value === "down") return 0;
  return value;
}
