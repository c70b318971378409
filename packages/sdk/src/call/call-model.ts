// The parts that chat and stream share: the caller's function, the limits of its calls, and what is said about the answer.

import type { FeedbackReport, FeedbackResult, FeedbackUsage } from "@signalbox/contracts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectOptions } from "../select/select.ts";
import type { Selection, SelectRequest } from "../select/selection.ts";
import type { CallOptions } from "../transport/transport.ts";
import { type Choice, type FallOverOptions, fallOver, type ModelFailure } from "./fall-over.ts";
import { readUsage, type ModelUsage, type UsageReader } from "./chunk-source.ts";
import { limitSignal, raceSignal } from "../transport/limits.ts";

// Select, call, fall over, report: one whole answer.

export interface ChatAnswer<C extends Candidate, T> extends ModelAnswer<C> {
  /** The value that the caller's function gave. */
  readonly value: T;
  /** Time of the call that answered, without selection and failures. */
  readonly seconds: number;
  readonly usage: ModelUsage | undefined;
}

/** @throws SignalboxApiError from the selection; ModelCallError when no candidate answered */
export async function chat<C extends Candidate, R extends SelectRequest<C>, T>(
  environment: ModelCallEnvironment,
  request: R & SelectRequest<C>,
  call: ModelCall<C, R, T>,
  options: ModelCallOptions<T>,
): Promise<ChatAnswer<C, T>> {
  const selection = await environment.select<C>(request, options);
  const { callTimeoutMs = CALL_TIMEOUT_MS } = options;
  const answered = await fallOver(
    selection,
    async ({ candidate, llm_label }) => {
      const limit = limitSignal(options.signal, callTimeoutMs);
      const startedMs = performance.now();
      const ask = async (): Promise<T> =>
        call(candidate, request, { llm_label, signal: limit.signal, selection });
      try {
        return { answer: await raceSignal(ask(), limit.signal), seconds: secondsSince(startedMs) };
      } finally {
        limit.release();
      }
    },
    options,
  );
  const { answer: value, seconds } = answered.value;
  const usage = readTokens(environment, options.usageOf, value);
  const answer = { ...answerOf(environment, selection, answered), value, seconds, usage };
  reportCall(environment, answer, { ...usage, seconds });
  return answer;
}

// Background reports: they never delay an answer, never reject, and are bounded in number.

export interface ReporterOptions {
  /** Whether seconds and tokens of calls are reported by themselves. Default true. */
  readonly reportsUsage?: boolean | undefined;
  /** Reports under way at the same time; more are dropped. Default 100. */
  readonly reportsPendingMax?: number | undefined;
  /** Keeps an edge worker alive until a report has left: `(promise) => context.waitUntil(promise)`. */
  readonly waitUntil?: ((report: Promise<void>) => void) | undefined;
  /** Called when a report failed or was dropped, or tokens could not be read; for a log. Default: nothing is called. */
  readonly onReportFault?: ((fault: unknown) => void) | undefined;
}

interface Reporter {
  report(body: FeedbackReport): void;
  /** Tells what went wrong beside an answer, which must not be lost for it. Never throws. */
  tell(fault: unknown): void;
  /** Resolves when every report so far has arrived or failed; for the end of a process. */
  flush(): Promise<void>;
}

const PENDING_MAX = 100;

export function createReporter(
  send: (body: FeedbackReport) => Promise<unknown>,
  { reportsUsage = true, reportsPendingMax = PENDING_MAX, waitUntil, onReportFault }: ReporterOptions,
): Reporter {
  const pending = new Set<Promise<void>>();
  const tell = (fault: unknown): void => {
    try {
      onReportFault?.(fault);
    } catch {
      // A log that fails must not break the call that is only reported.
    }
  };
  const deliver = async (body: FeedbackReport): Promise<void> => {
    try {
      await send(body);
    } catch (fault) {
      tell(fault);
    }
  };
  return {
    report: (body) => {
      if (!reportsUsage) return;
      if (pending.size >= reportsPendingMax) {
        tell(new Error(`${reportsPendingMax} reports are under way, so one was dropped.`));
        return;
      }
      const sent = deliver(body).finally(() => pending.delete(sent));
      pending.add(sent);
      try {
        waitUntil?.(sent);
      } catch (fault) {
        tell(fault);
      }
    },
    tell,
    flush: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

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
