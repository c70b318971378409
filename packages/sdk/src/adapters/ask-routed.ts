// How every adapter asks: with the session of the conversation, and with faults as the caller of a model expects them.
import type { MessageWire, ToolWire } from "@signalbox/contracts";
import type { ModelAnswer } from "../call/call-model.ts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectionOrigin, SelectRequest } from "../select/selection.ts";
import { ModelCallError } from "../call/fall-over.ts";
import { SignalboxApiError } from "../transport/errors.ts";
import { pickWishes, type RoutingOptions, type RoutingWishes } from "./routing-options.ts";

/** The facts that a routed answer states about its choice, beside what the model said. */
export interface AnswerMetadata {
  /** Describes the model that answered. */
  readonly label: string;
  readonly origin: SelectionOrigin;
  /** The service said that it decided on less than it usually knows. */
  readonly isDegraded: boolean;
  /** Labels in the order to try them. */
  readonly ranking: readonly string[];
  /** Labels that were called before and gave no answer. */
  readonly failed: readonly string[];
  /** There when the service chose. */
  readonly sessionId?: string;
}

export function answerMetadata({ llm_label, selection, failures }: ModelAnswer<Candidate>): AnswerMetadata {
  const { session_id: sessionId, origin, isDegraded, ranking } = selection;
  const failed = failures.map((failure) => failure.llm_label);
  const known = { label: llm_label, origin, isDegraded, ranking, failed };
  return sessionId === undefined ? known : { ...known, sessionId };
}

// A conversation that a model would take must not fail for being too long to choose for.

/** Limits of the service for one request. */
const MESSAGES_MAX = 2000;
const PARTS_MAX = 512;
const TOOLS_MAX = 128;

const GUIDING = new Set(["system", "developer"]);

/** The newest turns, behind what guides the whole conversation: they weigh most in the choice. */
function fitMessages(messages: readonly MessageWire[]): readonly MessageWire[] {
  if (messages.length <= MESSAGES_MAX) return messages;
  const first = messages.findIndex(({ role }) => !GUIDING.has(role ?? ""));
  const guiding = messages.slice(0, Math.max(0, Math.min(first, MESSAGES_MAX - 1)));
  return [...guiding, ...messages.slice(guiding.length - MESSAGES_MAX)];
}

function fitParts(message: MessageWire): MessageWire {
  const { content } = message;
  if (!Array.isArray(content) || content.length <= PARTS_MAX) return message;
  return { ...message, content: content.slice(-PARTS_MAX) };
}

/** The same request within the limits of the service; what the model gets is not touched. */
export function fitRequest<C extends Candidate>(
  request: SelectRequest<C> & { readonly messages: readonly MessageWire[] },
): SelectRequest<C> {
  const { messages, tools } = request;
  const fitting = { ...request, messages: fitMessages(messages).map(fitParts) };
  return tools === undefined || tools === null ? fitting : { ...fitting, tools: tools.slice(0, TOOLS_MAX) };
}

export interface Asked<C extends Candidate> {
  readonly options: RoutingOptions;
  readonly candidates: readonly C[];
  readonly messages: readonly MessageWire[];
  readonly tools: readonly ToolWire[];
  /** As the service reads `response_format`; undefined for plain text. */
  readonly format: unknown;
  /** Options of this call; they weigh more than those of the adapter. */
  readonly wishes: RoutingWishes;
  /** The most tokens that the answer may take; absent = the model's own limit. */
  readonly maxTokens?: number | undefined;
  /** The session that the conversation itself tells of. */
  readonly session: string | undefined;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
}

function toRequest<C extends Candidate>(asked: Asked<C>, session: string | undefined): SelectRequest<C> {
  const { options, candidates, messages, tools, format, maxTokens, wishes } = asked;
  return fitRequest({
    ...(session !== undefined && { previous_session: session }),
    ...pickWishes({ ...options }),
    ...wishes,
    messages,
    llm_providers: candidates,
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(format !== undefined && { response_format: format }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  });
}

/**
 * Without the session when the service does not know it any more: conversations are kept longer than decisions, and may
 * come from another account.
 */
async function askWithSession<C extends Candidate, T>(
  asked: Asked<C>,
  ask: (request: SelectRequest<C>) => Promise<T>,
): Promise<T> {
  const { session } = asked;
  if (session === undefined) return ask(toRequest(asked, undefined));
  try {
    return await ask(toRequest(asked, session));
  } catch (fault) {
    if (!(fault instanceof SignalboxApiError) || fault.code !== "not_found") throw fault;
    return ask(toRequest(asked, undefined));
  }
}

/**
 * @throws the reason of the caller's signal; the provider's own error when only one model was tried, so that a caller who
 *   retries on it finds what it knows; ModelCallError after several; SignalboxApiError
 */
export async function askRouted<C extends Candidate, T>(
  asked: Asked<C>,
  ask: (request: SelectRequest<C>) => Promise<T>,
): Promise<T> {
  try {
    return await askWithSession(asked, ask);
  } catch (fault) {
    asked.signal?.throwIfAborted();
    const isSingle = fault instanceof ModelCallError && fault.failures.length === 1;
    throw isSingle ? fault.failures[0]?.cause : fault;
  }
}
