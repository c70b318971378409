// Reported seconds and speeds feed the account's decayed means, which later decisions prefer to the catalogue's figures.
import type { CompatLatency } from "@signalbox/contracts";
import type { DecisionRow, FeedbackUsage } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { namedCandidates, findLabel } from "./find-label.ts";

interface Observation {
  readonly accountId: string;
  readonly modelKey: string;
  readonly usage: FeedbackUsage | undefined;
}

/** The key under which decisions look speeds up: the canonical model, or the label of an unknown one. */
export function modelKeyOf(row: DecisionRow, label: string): string {
  return namedCandidates(row).ranked.find((candidate) => candidate.label === label)?.modelId ?? label;
}

export async function observeUsage(context: ServiceContext, observation: Observation): Promise<void> {
  const { accountId, modelKey, usage } = observation;
  const { seconds, outputTokens } = usage ?? {};
  if (seconds === undefined || seconds === 0) return;
  const tokensPerSecond =
    outputTokens === undefined || outputTokens === 0 ? undefined : outputTokens / seconds;
  await context.storage.latency.observe({
    accountId,
    modelKey,
    seconds,
    tokensPerSecond,
    atMs: context.clock.nowMs(),
  });
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
