// Reported seconds and speeds feed the account's decayed means, which later decisions prefer to the catalogue's figures.
import type { CompatLatency } from "@signalbox/contracts";
import type { DecisionRow, FeedbackUsage, LatencyObservation } from "@signalbox/storage";

import { readRecord } from "@signalbox/engine/internals";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { namedCandidates, findLabel } from "./find-label.ts";

/** The key under which decisions look speeds up: the canonical model, or the label of an unknown one. */
export function modelKeyOf(row: DecisionRow, label: string): string {
  return namedCandidates(row).ranked.find((candidate) => candidate.label === label)?.modelId ?? label;
}

/** The speed and the thought that a report tells of; undefined where it names neither. */
export function speedOf({
  usage,
  ...seen
}: Pick<LatencyObservation, "accountId" | "modelKey" | "hiddenTokens" | "atMs"> & {
  readonly usage: FeedbackUsage | undefined;
}): LatencyObservation | undefined {
  const { seconds, outputTokens } = usage ?? {};
  if (seconds === undefined || seconds === 0) return seen.hiddenTokens === undefined ? undefined : seen;
  const hasTokens = outputTokens !== undefined && outputTokens > 0;
  return { ...seen, seconds, tokensPerSecond: hasTokens ? outputTokens / seconds : undefined };
}

/** Modes that a call without one gets: what the request or a name states says nothing about them. */
const PLAIN: ReadonlySet<string | null> = new Set(["default", "guessed", "observed"]);

/** Whether the candidate was called without a stated mode. */
export function isPlainCall(row: DecisionRow, label: string): boolean {
  const candidate = readRecord(row.record).ranking.find((each) => each.label === label);
  return candidate !== undefined && PLAIN.has(candidate.modeSource);
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
