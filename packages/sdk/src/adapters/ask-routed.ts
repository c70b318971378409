// How every adapter asks: with the session of the conversation, and with faults as the caller of a model expects them.
import type { MessageWire, ToolWire } from "@signalbox/contracts";

import { ModelCallError } from "../call/model-errors.ts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectRequest } from "../select/selection.ts";
import { SignalboxApiError } from "../transport/errors.ts";
import { fitRequest } from "./fit-request.ts";
import { pickWishes, type RoutingOptions, type RoutingWishes } from "./routing-options.ts";

export interface Asked<C extends Candidate> {
  readonly options: RoutingOptions;
  readonly candidates: readonly C[];
  readonly messages: readonly MessageWire[];
  readonly tools: readonly ToolWire[];
  /** As the service reads `response_format`; undefined for plain text. */
  readonly format: unknown;
  /** Of this call; they weigh more than those of the options. */
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
