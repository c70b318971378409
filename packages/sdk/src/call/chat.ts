// Select, call, fall over, report: one whole answer.
import { limitSignal, raceSignal } from "../transport/limits.ts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectRequest } from "../select/selection.ts";
import { answerOf, CALL_TIMEOUT_MS, readTokens, reportCall, secondsSince } from "./call-model.ts";
import type { ModelAnswer, ModelCall, ModelCallEnvironment, ModelCallOptions } from "./call-model.ts";
import { fallOver } from "./fall-over.ts";
import type { ModelUsage } from "./chunk-source.ts";

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
