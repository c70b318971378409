// Reported seconds and speeds feed the account's decayed means, which later decisions prefer to the catalogue's figures.
import type { CompatLatency } from "@signalbox/contracts";
import type { DecisionRow, FeedbackUsage, LatencyObservation } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { namedCandidates, findLabel } from "./find-label.ts";

/** The key under which decisions look speeds up: the canonical model, or the label of an unknown one. */
export function modelKeyOf(row: DecisionRow, label: string): string {
  return namedCandidates(row).ranked.find((candidate) => candidate.label === label)?.modelId ?? label;
}

/** The speed that a report tells of; undefined where it names no seconds. */
export function speedOf({
  usage,
  ...seen
}: Pick<LatencyObservation, "accountId" | "modelKey" | "atMs"> & {
  readonly usage: FeedbackUsage | undefined;
}): LatencyObservation | undefined {
  const { seconds, outputTokens } = usage ?? {};
  if (seconds === undefined || seconds === 0) return undefined;
  const hasTokens = outputTokens !== undefined && outputTokens > 0;
  return { ...seen, seconds, tokensPerSecond: hasTokens ? outputTokens / seconds : undefined };
}

/** The compatible report of a speed alone. @throws SignalboxError not_found, validation_failed */
export async function reportLatency(
  context: ServiceContext,
  caller: Caller,
  input: CompatLatency,
): Promise<void> {
  authorise(caller.principal, "feedback.write");
  const { accountId } = caller.principal;
  const { session_id: sessionId, provider, feedback } = input;
  const row = found(await context.storage.decisions.find({ accountId, sessionId }), "session");
  const label = findLabel(row, { provider });
  const tokensPerSecond = feedback.tokens_per_second;
  if (tokensPerSecond === 0) return;
  const modelKey = modelKeyOf(row, label);
  await context.storage.latency.observe({
    accountId,
    modelKey,
    tokensPerSecond,
    atMs: context.clock.nowMs(),
  });
}
