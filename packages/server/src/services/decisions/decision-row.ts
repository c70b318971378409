// The journal row of a decision: every number behind the answer, and no text unless the account keeps it and the
// request did not ask for hashing.
import type { Config } from "@signalbox/contracts";
import type { SelectRequest } from "@signalbox/engine";
import type { DecisionRow, JsonObject } from "@signalbox/storage";

import type { Principal } from "../../context/principal.ts";
import { writeAsked } from "../journal/asked-json.ts";
import { isChainSought, type DecidedRequest } from "./decide-request.ts";

/** Everything that is needed to decide again, without a word of the conversation. */
function requestJson({ state, request, arm }: DecidedRequest): JsonObject {
  return {
    ...(arm === undefined ? {} : { experiment: { ...arm } }),
    ...writeAsked(request),
    hash_content: request.hashContent,
    has_content_features: request.content !== undefined,
    ...(isChainSought({ state, request }) ? {} : { find_session: false }),
    messages: request.messages.length,
    tools: request.tools.length,
  };
}

const ROLE_CHARS_MAX = 64;

/** Characters that are kept of the text of one decision, where text is kept. */
const TEXT_CHARS_MAX = 200_000;

/** The newest messages that fit; of the one that does not fit whole, its end. */
function textJson({ messages }: SelectRequest): JsonObject {
  const kept: { readonly role: string; readonly text: string }[] = [];
  let left = TEXT_CHARS_MAX;
  for (const { role, text } of messages.toReversed()) {
    if (left <= 0) break;
    kept.unshift({ role: role.slice(0, ROLE_CHARS_MAX), text: text.slice(-left).toWellFormed() });
    left -= text.length;
  }
  const isWhole = kept.length === messages.length && left >= 0;
  return isWhole ? { messages: kept } : { messages: kept, messages_left_out: messages.length - kept.length };
}

function keepsText(decided: DecidedRequest, isTextAllowed: boolean): boolean {
  const { request, state, preference } = decided;
  const retention = preference?.policy.retention ?? state.settings.retention;
  return isTextAllowed && !request.hashContent && retention === "text";
}

/** The chain continues as long as the session did not time out; the link to the previous session stays either way. */
function chainOf(decided: DecidedRequest): { chainId: string; turn: number } {
  const { previous, decision, sessionId } = decided;
  const { turn } = decision.record.session;
  // A turn whose conversation is not certain keeps its model and begins its own chain.
  return previous === undefined
    ? { chainId: sessionId, turn: 1 }
    : { chainId: turn > 1 ? previous.chainId : sessionId, turn };
}

interface RowInput {
  readonly decided: DecidedRequest;
  readonly principal: Principal;
  readonly retention: Config["retention"];
}

export function buildDecisionRow(input: RowInput): DecisionRow {
  const { decided, principal, retention } = input;
  const { decision, state, request, preference, previous, sessionId } = decided;
  const { record } = decision;
  const [pick] = record.ranking;
  const { chainId, turn } = chainOf(decided);
  return {
    sessionId,
    accountId: state.accountId,
    keyId: principal.kind === "key" ? principal.keyId : null,
    createdAtMs: decided.nowMs,
    chainId,
    previousSessionId: previous?.sessionId ?? null,
    turn,
    label: decision.label,
    provider: decision.provider ?? null,
    model: decision.model ?? null,
    modelId: pick?.modelId ?? null,
    field: record.conversation.field,
    language: record.conversation.language,
    difficulty: record.conversation.difficulty,
    success: pick?.success ?? 0,
    spread: pick?.spread ?? 0,
    usd: pick?.usd ?? null,
    seconds: pick?.seconds ?? null,
    inputTokens: decision.inputTokens,
    propensity: pick?.propensity ?? 1,
    decideUs: decided.decideUs,
    degraded: record.degradedReasons.length > 0,
    explored: record.explored,
    candidateCount: request.candidates.length,
    rejectedCount: record.rejected.length,
    artefactVersion: record.versions.artefact,
    catalogueVersion: record.versions.catalogue,
    policyVersion: record.versions.policy,
    preferenceId: preference?.id ?? null,
    preferenceVersion: preference?.version ?? null,
    operation: record.conversation.task?.operation ?? "",
    tags: request.tags ?? null,
    callRole: record.conversation.callRole,
    subjectDigest: decided.digests.subject,
    requestDigest: decided.digests.of(request.messages.length),
    features: decision.encoding.features,
    record,
    request: requestJson(decided),
    text: keepsText(decided, retention.allowText) ? textJson(request) : null,
    shadow: decided.shadow,
  };
}
