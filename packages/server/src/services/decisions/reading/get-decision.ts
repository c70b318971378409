import type { DecisionDetail } from "@signalbox/contracts";
import { explainDecision } from "@signalbox/engine";
import { readRecord } from "@signalbox/engine/internals";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { found } from "../../faults.ts";
import { readNames } from "./decision-names.ts";
import { decisionToWire, feedbackToWire, shadowToWire } from "./decision-wire.ts";

/** Everything that the journal knows of one decision. @throws SignalboxError not_found */
export async function getDecision(
  context: ServiceContext,
  caller: Caller,
  sessionId: string,
): Promise<DecisionDetail> {
  authorise(caller.principal, "decisions.read");
  const { accountId } = caller.principal;
  const row = found(await context.storage.decisions.find({ accountId, sessionId }), "decision");
  const reports = await context.storage.feedback.listBySession({ accountId, sessionId });
  const nameOf = await readNames(context, [row]);
  const wire = decisionToWire(row, reports);
  const { newer, older } = await context.storage.decisions.neighbours(row);
  return {
    ...wire,
    ...nameOf(wire),
    explanation: explainDecision(readRecord(row.record)),
    text: row.text === null ? null : { ...row.text },
    request: { ...row.request },
    feedback: reports.map(feedbackToWire),
    newer: newer ?? null,
    older: older ?? null,
    shadow: shadowToWire(row.shadow),
  };
}
