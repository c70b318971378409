// Records a call: the state of its session, its line, and the report to the decider.
import type { FeedbackReport } from "@signalbox/contracts";

import { priceCall, pricesOf, servedPrices } from "../bill/price-call.ts";
import type { CallEntry } from "../bill/call-log.ts";
import { isOfPlan, limitsIn } from "../bill/plan-limits.ts";
import { autoBaseline, clientOf } from "../plan/candidates-of.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import type { Plan } from "../plan/plan-call.ts";
import type { Call } from "../plan/read-call.ts";
import type { SessionState } from "../sessions/session-book.ts";
import type { Usage } from "../protocols/protocol.ts";
import { keyFor, type Attempted } from "./try-targets.ts";

/** Longest name in a report. */
const MODEL_CHARS_MAX = 256;

export interface Served {
  readonly call: Call;
  readonly plan: Plan;
  readonly attempted: Attempted;
  /** Time on this process's own clock. @unit milliseconds */
  readonly startedMs: number;
}

export interface Ended {
  readonly status: number;
  readonly usage: Usage;
  readonly fault: string | undefined;
  /** @unit milliseconds */
  readonly firstByteMs: number | undefined;
}

/** Weight of the turn that has just ended in the mean of all. */
const LAST_TURN_WEIGHT = 0.5;

function callsOf(
  before: SessionState | undefined,
  isLoopOpen: boolean,
): Pick<SessionState, "callsOfTurn" | "callsPerTurn"> {
  if (before === undefined) return { callsOfTurn: 1, callsPerTurn: undefined };
  const { callsOfTurn, callsPerTurn: mean } = before;
  if (isLoopOpen) return { callsOfTurn: callsOfTurn + 1, callsPerTurn: mean };
  const callsPerTurn = mean === undefined ? callsOfTurn : mean + LAST_TURN_WEIGHT * (callsOfTurn - mean);
  return { callsOfTurn: 1, callsPerTurn };
}

/** Once the answer has said how long the conversation is. */
export function noteWarmth(context: GatewayContext, { call, attempted }: Served, usage: Usage): void {
  const state = context.book.get(call.session.key);
  if (state === undefined || (call.role !== "main" && call.role !== "sub_agent")) return;
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  // Without a cache every model reads the conversation again.
  const isCached = (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0) > 0;
  const warm = {
    ...state.warm,
    [attempted.target.label]: { tokens: isCached ? tokens : 0, atMs: context.nowMs() },
  };
  context.book.set(call.session.key, { ...state, warm });
}

export function noteSession(context: GatewayContext, { call, plan, attempted }: Served): void {
  const { role, session, isLoopOpen, finding } = call;
  const before = context.book.get(session.key);
  if (role === "summary" && before !== undefined)
    context.book.set(session.key, { ...before, isCompacted: true });
  if (role !== "main" && role !== "sub_agent") return;
  const { label } = attempted.target;
  const isLifted = plan.escalated !== undefined && plan.kind !== "own_model";
  context.book.set(session.key, {
    sessionId: plan.sessionId ?? before?.sessionId,
    label,
    effort: plan.effort,
    warm: before?.isCompacted === true ? {} : (before?.warm ?? {}),
    ...callsOf(before, isLoopOpen),
    isCompacted: false,
    pending: isLoopOpen ? (finding ?? before?.pending) : undefined,
    escalated: isLifted ? plan.escalated : undefined,
  });
}

function entryOf(
  context: GatewayContext,
  { call, plan, attempted, startedMs }: Served,
  ended: Ended,
): CallEntry {
  const { catalog, settings } = context;
  const { label } = attempted.target;
  const baseline = call.isAuto ? autoBaseline(context, clientOf(call)) : call.named;
  const { usage, status } = ended;
  const priced = { catalog, candidates: settings.candidates };
  const isPlan = isOfPlan(call.headers, keyFor(call, attempted.target));
  return {
    atMs: context.nowMs(),
    protocol: call.protocol.name,
    named: call.named,
    baseline,
    label,
    role: call.role,
    kind: plan.kind,
    reason: plan.reason,
    status,
    usage,
    // An aggregator knows best what it bills; a plan bills nothing by the call.
    usd: isPlan
      ? undefined
      : (usage.billedUsd ?? priceCall(servedPrices(priced, label, usage.servedModel), usage)),
    isCut: ended.fault !== undefined && status < 400,
    isMarked: attempted.hasMarksAdded,
    // Half an answer saves nothing.
    baselineUsd:
      isPlan || baseline === undefined || ended.fault !== undefined
        ? undefined
        : priceCall(pricesOf(priced, baseline), usage),
    seconds: (performance.now() - startedMs) / 1000,
    failedOver: attempted.failedOver,
    plan: isPlan ? limitsIn(attempted.opened?.response.headers ?? {}) : undefined,
  };
}

function reportOf(sessionId: string, entry: CallEntry, ended: Ended): FeedbackReport {
  const { inputTokens, outputTokens } = entry.usage;
  return {
    session_id: sessionId,
    label: entry.label,
    usage: {
      ...(inputTokens !== undefined && { input_tokens: inputTokens }),
      ...(outputTokens !== undefined && { output_tokens: outputTokens }),
      ...(entry.usd !== undefined && { usd: entry.usd }),
      ...(entry.baseline !== undefined && { baseline_model: entry.baseline.slice(0, MODEL_CHARS_MAX) }),
      ...(entry.baselineUsd !== undefined && { baseline_usd: entry.baselineUsd }),
      // Seconds of an answer that broke off say nothing of the model's speed.
      ...(!entry.isCut && { seconds: entry.seconds }),
      ...(ended.firstByteMs !== undefined && { first_token_seconds: ended.firstByteMs / 1000 }),
    },
  };
}

export function noteCall(context: GatewayContext, served: Served, ended: Ended): void {
  const entry = entryOf(context, served, ended);
  context.calls.note(entry, served.call.session);
  context.onCall(entry);
  const { sessionId } = served.plan;
  // An answer that broke off is billed as far as it came.
  if (sessionId === undefined || ended.status >= 400 || (entry.isCut && entry.usd === undefined)) return;
  // Nothing depends on the report alone; the decider notes its own faults.
  context.decider.report(reportOf(sessionId, entry, ended)).catch(() => {});
}
