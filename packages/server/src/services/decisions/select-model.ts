// The use-case behind POST /model-select: decide, journal, answer. The answer leaves only after its row is committed.
import type { Explanation, PlaygroundRequest, SelectResponse } from "@signalbox/contracts";
import { toSelectResponse, type DecisionRecord } from "@signalbox/engine";
import type { DecisionRow } from "@signalbox/storage";

import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise } from "../access/authorise.ts";
import { decideRequest, isChainSought, type DecideCall, type DecidedRequest } from "./decide-request.ts";
import { buildDecisionRow } from "./decision-row.ts";
import { readDraftPolicy } from "./draft-policy.ts";
import { turnOf } from "./session-memory.ts";

export interface SelectedModel {
  readonly response: SelectResponse;
  /** Every number of the decision. */
  readonly record: DecisionRecord;
  readonly isDegraded: boolean;
  /** The decision is safe on the local disk, and in the database when that is back. */
  readonly isSpooled: boolean;
  /** Places in the request that were not read or look misspelt. */
  readonly warnedOf: readonly string[];
  /** The first part of `decideMs`: the request is read. @unit milliseconds */
  readonly readMs: number;
  /** @unit milliseconds */
  readonly decideMs: number;
  /** @unit milliseconds */
  readonly journalMs: number;
}

interface Journalled {
  readonly principal: Principal;
  readonly decided: DecidedRequest;
  readonly row: DecisionRow;
}

function remember(context: ServiceContext, { principal, decided, row }: Journalled): void {
  const turn = turnOf(row);
  context.sessions.remember(turn);
  if (principal.kind !== "key" || !isChainSought(decided)) return;
  const { accountId } = row;
  const { request: conversation, digests } = decided;
  context.chains.remember({ accountId, keyId: principal.keyId, digests, conversation, turn });
}

async function journal(
  context: ServiceContext,
  principal: Principal,
  decided: DecidedRequest,
): Promise<SelectedModel> {
  // Before the row: what an explanation describes stays in the record.
  const response = toSelectResponse(decided);
  const row = buildDecisionRow({ decided, principal, retention: context.config.retention });
  const startedMs = performance.now();
  const isSpooled = (await context.journal.append(row)) === "spooled";
  const journalMs = performance.now() - startedMs;
  remember(context, { principal, decided, row });
  const { degraded: isDegraded, preferenceId, operation, field } = row;
  const lineageId = principal.kind === "key" ? principal.lineageId : undefined;
  const spender = { lineageId, preferenceId: preferenceId ?? undefined, tags: decided.request.tags };
  context.budgets.note(decided.state, spender, row.usd ?? 0);
  context.metrics.noteDecision({ decideUs: decided.decideUs, journalMs, isDegraded, operation, field });
  return {
    response,
    record: decided.decision.record,
    isDegraded,
    isSpooled,
    warnedOf: decided.request.warnings.map(({ location }) => location),
    readMs: decided.readUs / 1000,
    decideMs: decided.decideUs / 1000,
    journalMs,
  };
}

/** @throws SignalboxError as `decideRequest`; forbidden for members who may only read; overloaded, dependency_unavailable when the journal cannot keep up */
export function selectModel(
  context: ServiceContext,
  principal: Principal,
  sent: Pick<DecideCall, "body" | "reading">,
): Promise<SelectedModel> {
  authorise(principal, "decisions.make");
  const decided = decideRequest({ context, principal, ...sent });
  return decided instanceof Promise
    ? decided.then((ready) => journal(context, principal, ready))
    : journal(context, principal, decided);
}

export interface PlaygroundAnswer {
  readonly llm_label: string;
  readonly providers: readonly { readonly provider: string | null; readonly model: string | null }[];
  readonly explanation: Explanation;
  readonly decide_us: number;
}

/** The same decision for people who try things out: always explained, never journalled. */
export async function tryModel(
  context: ServiceContext,
  principal: Principal,
  { body, reading }: { readonly body: PlaygroundRequest } & Pick<DecideCall, "reading">,
): Promise<PlaygroundAnswer> {
  const { policy, ...asked } = body;
  const draft = await readDraftPolicy(context, principal, policy);
  const { decision, decideUs } = await decideRequest({ context, principal, body: asked, draft, reading });
  return {
    llm_label: decision.label,
    providers: [{ provider: decision.provider ?? null, model: decision.model ?? null }],
    explanation: decision.explanation,
    decide_us: decideUs,
  };
}
