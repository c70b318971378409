import type { FeedbackReport, FeedbackResult } from "@signalbox/contracts";

import type { CallOptions, Transport } from "./transport/transport.ts";

/** Repeatable, since the service counts the same report once. */
export const sendFeedback = (
  transport: Transport,
  body: FeedbackReport,
  options?: CallOptions,
): Promise<FeedbackResult> =>
  transport.json({ method: "POST", path: "/feedback", isRepeatable: true, ...options, body });
