// The use-case behind POST /model-select: decide, journal, answer. The answer leaves only after its row is committed.
import { catalogAgeOf } from "@signalbox/catalog";
import type { Explanation, PlaygroundRequest, PreferencePolicy, SelectResponse } from "@signalbox/contracts";
import { callLabelOf, providersOf, toSelectResponse, type DecisionRecord } from "@signalbox/engine";
import type { Refusal } from "@signalbox/engine/internals";
import type { DecisionRow } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import type { ChainPlace, SessionTurn } from "../../context/ports.ts";
import type { Principal } from "../../context/principal.ts";
import { authorise } from "../access/authorise.ts";
import { decideRequest, isChainSought, type DecideCall, type DecidedRequest } from "./decide-request.ts";
import { buildDecisionRow } from "./decision-row.ts";
import { placeInChain } from "./conversation-chains.ts";
import { turnOf } from "./session-memory.ts";
import { assertPolicy } from "../preferences/check-policy.ts";

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

/** The work that is left to do of a decision once its row is committed. */
interface Made extends Pick<SelectedModel, "response" | "record" | "warnedOf" | "readMs" | "decideMs"> {
  readonly row: DecisionRow;
  readonly turn: SessionTurn;
  /** Undefined where no later conversation is to continue with this one. */
  readonly place: ChainPlace | undefined;
}

/** An old catalogue is warned of wherever warnings are asked for: it misses models and prices. */
function withCatalogAge(response: SelectResponse, { catalog, clock }: ServiceContext): SelectResponse {
  if (response.warnings === undefined) return response;
  const { warning } = catalogAgeOf(catalog.readOn, clock.nowMs());
  if (warning === undefined) return response;
  const fix = "See docs/models.md, Staying up to date.";
  return { ...response, warnings: [...response.warnings, { location: "catalogue", message: warning, fix }] };
}

/** While a row waits for its commit nothing holds the conversation, so that no collection of the young heap has to copy it. */
function finish(context: ServiceContext, principal: Principal, decided: DecidedRequest): Made {
  // Before the row: what an explanation describes stays in the record.
  const response = withCatalogAge(toSelectResponse(decided), context);
  const { request, digests } = decided;
  const row = buildDecisionRow({ decided, principal, retention: context.config.retention });
  const isKept = principal.kind === "key" && isChainSought(decided);
  return {
    response,
    record: decided.decision.record,
    warnedOf: request.warnings.map(({ location }) => location),
    readMs: decided.readUs / 1000,
    decideMs: decided.decideUs / 1000,
    row,
    turn: turnOf(row),
    place: isKept ? placeInChain({ digests, keyId: principal.keyId, conversation: request }) : undefined,
  };
}

async function journal(context: ServiceContext, made: Made): Promise<SelectedModel> {
  const { response, record, warnedOf, readMs, decideMs, row, turn } = made;
  const startedMs = performance.now();
  const isSpooled = (await context.journal.append(row)) === "spooled";
  const journalMs = performance.now() - startedMs;
  context.sessions.remember(turn);
  if (made.place !== undefined) context.chains.remember(made.place, turn);
  const { degraded: isDegraded, operation, field } = row;
  context.metrics.noteDecision({ decideUs: decideMs * 1000, journalMs, isDegraded, operation, field });
  return { response, record, isDegraded, isSpooled, warnedOf, readMs, decideMs, journalMs };
}

/** A refusal is journalled like any decision, so that its reasons can be read and counted. */
async function refuse(
  context: ServiceContext,
  principal: Principal,
  decided: DecidedRequest & { readonly refusal: Refusal },
): Promise<never> {
  await context.journal.append(buildDecisionRow({ decided, principal, retention: context.config.retention }));
  context.metrics.noteRefusal();
  throw decided.refusal;
}

/** @throws SignalboxError as `decideRequest`; no_eligible_candidate; forbidden for members who may only read; overloaded, dependency_unavailable when the journal cannot keep up */
export function selectModel(
  context: ServiceContext,
  principal: Principal,
  sent: Pick<DecideCall, "body" | "reading">,
): Promise<SelectedModel> {
  authorise(principal, "decisions.make");
  const decided = decideRequest({ context, principal, ...sent });
  const answer = (ready: DecidedRequest): Promise<SelectedModel> =>
    ready.refusal === undefined
      ? journal(context, finish(context, principal, ready))
      : refuse(context, principal, { ...ready, refusal: ready.refusal });
  return decided instanceof Promise ? decided.then(answer) : answer(decided);
}

interface PlaygroundAnswer {
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
  const { decision, refusal, decideUs } = await decideRequest({
    context,
    principal,
    body: asked,
    draft,
    reading,
  });
  if (refusal !== undefined) throw refusal;
  return {
    llm_label: callLabelOf(decision),
    providers: providersOf(decision),
    explanation: decision.explanation,
    decide_us: decideUs,
  };
}

/**
 * The playground's own member: a policy that is tried out before it is saved as a preference.
 * @throws SignalboxError validation_failed for what the schema of a policy cannot say
 */
async function readDraftPolicy(
  context: ServiceContext,
  principal: Principal,
  policy: PlaygroundRequest["policy"],
): Promise<PreferencePolicy | undefined> {
  if (policy === undefined || policy === null) return undefined;
  const isTextAllowed = context.config.retention.allowText;
  await assertPolicy(context.storage, { accountId: principal.accountId, policy, isTextAllowed });
  return policy;
}
