// The parts that chat and stream share: the caller's function, the limits of its calls, and what is said about the answer.
import type { FeedbackReport, FeedbackResult, FeedbackUsage } from "@signalbox/contracts";

import type { Candidate } from "../select/candidates.ts";
import type { SelectOptions } from "../select/select.ts";
import type { Selection, SelectRequest } from "../select/selection.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { Choice, FallOverOptions } from "./fall-over.ts";
import type { ModelFailure } from "./model-errors.ts";
import type { Reporter } from "./reporter.ts";
import { readUsage } from "./chunk-source.ts";
import type { ModelUsage, UsageReader } from "./chunk-source.ts";

export interface ModelCallContext<C extends Candidate = Candidate> {
  readonly llm_label: string;
  /** Aborted by the caller's signal and by the limit of this call; hand it to the provider's client. */
  readonly signal: AbortSignal;
  readonly selection: Selection<C>;
}

/** The caller's own call of one candidate, through whatever client it has. */
export type ModelCall<C extends Candidate, R, T> = (
  candidate: C,
  request: R,
  context: ModelCallContext<C>,
) => T | PromiseLike<T>;

export interface ModelCallOptions<T> extends SelectOptions, FallOverOptions {
  /** Limit of one call of a model: to its whole answer, or to the first chunk of its stream. Default 120,000. @unit milliseconds */
  readonly callTimeoutMs?: number | undefined;
  /** Longest silence between two chunks of a stream. Default 60,000. @unit milliseconds */
  readonly chunkTimeoutMs?: number | undefined;
  /** Reads tokens from an answer or a chunk. Default: as OpenAI, Anthropic and the AI SDK tell them. */
  readonly usageOf?: UsageReader<T> | undefined;
}

export const CALL_TIMEOUT_MS = 120_000;
export const CHUNK_TIMEOUT_MS = 60_000;

export interface FeedbackDetails extends CallOptions {
  /** `chain` credits every decision of the conversation so far. Default `decision`. */
  readonly scope?: FeedbackReport["scope"];
}

/** The answering model, and what can be said about it. */
export interface ModelAnswer<C extends Candidate> {
  /** Label of the model that answered, which need not be the one selected. */
  readonly llm_label: string;
  readonly candidate: C;
  readonly selection: Selection<C>;
  /** Candidates that were called before and failed. */
  readonly failures: readonly ModelFailure[];
  /**
   * How good the answer was: 0..1, "up" or "down", credited to the model that answered. Undefined when the service did
   * not choose, so that there is no session to credit. @throws SignalboxApiError
   */
  feedback(
    value: NonNullable<FeedbackReport["value"]>,
    details?: FeedbackDetails,
  ): Promise<FeedbackResult | undefined>;
}

/** The members of the client that calling a model needs. */
export interface ModelCallEnvironment {
  readonly select: <C extends Candidate>(
    request: SelectRequest<C>,
    options: SelectOptions,
  ) => Promise<Selection<C>>;
  readonly sendFeedback: (body: FeedbackReport, options?: CallOptions) => Promise<FeedbackResult>;
  readonly reporter: Reporter;
}

export function answerOf<C extends Candidate>(
  environment: ModelCallEnvironment,
  selection: Selection<C>,
  { choice, failures }: { readonly choice: Choice<C>; readonly failures: readonly ModelFailure[] },
): ModelAnswer<C> {
  const { llm_label, candidate } = choice;
  const feedback: ModelAnswer<C>["feedback"] = async (value, { scope, ...call } = {}) => {
    const { session_id } = selection;
    if (session_id === undefined) return undefined;
    const body = { session_id, label: llm_label, value, ...(scope !== undefined && { scope }) };
    return environment.sendFeedback(body, call);
  };
  return { llm_label, candidate, selection, failures, feedback };
}

/** The tokens that the caller's reader finds; a reader that fails costs the figure, not the answer. */
export function readTokens<T>(
  { reporter }: ModelCallEnvironment,
  usageOf: UsageReader<T> | undefined,
  value: T,
): ModelUsage | undefined {
  try {
    return (usageOf ?? readUsage)(value);
  } catch (fault) {
    reporter.tell(fault);
    return undefined;
  }
}

/** Best effort: what is reported makes later decisions know the model's speed. */
export function reportCall(
  { reporter }: ModelCallEnvironment,
  { selection, llm_label }: ModelAnswer<Candidate>,
  usage: FeedbackUsage,
): void {
  if (selection.session_id === undefined) return;
  reporter.report({ session_id: selection.session_id, label: llm_label, usage });
}

export const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1000;
