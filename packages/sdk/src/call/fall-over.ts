// Down the ranked list until a candidate answers. Only candidates of the selection are ever called.
import type { Candidate } from "../select/candidates.ts";
import type { Selection } from "../select/selection.ts";
import { abortedError } from "../transport/errors.ts";
import { ModelCallError } from "./model-errors.ts";
import type { ModelFailure } from "./model-errors.ts";

export interface FallOverOptions {
  readonly signal?: AbortSignal | undefined;
  /** Candidates that are called at most, the first included. Default 3. */
  readonly attemptsMax?: number | undefined;
  /** Whether the next candidate may be tried after this failure. Default: always. */
  readonly mayTryNext?: ((failure: ModelFailure) => boolean) | undefined;
}

export interface Choice<C extends Candidate> {
  readonly llm_label: string;
  readonly candidate: C;
}

export interface Answered<C extends Candidate, T> {
  readonly choice: Choice<C>;
  readonly value: T;
  /** Failures of the candidates tried before. */
  readonly failures: readonly ModelFailure[];
}

/** No chunk came before the stream ended. */
export class EmptyStreamError extends Error {
  readonly code = "empty_stream";
}

const ATTEMPTS_MAX = 3;

/** @throws ModelCallError when none answered; SignalboxApiError aborted */
export async function fallOver<C extends Candidate, T>(
  selection: Selection<C>,
  call: (choice: Choice<C>) => Promise<T>,
  options: FallOverOptions,
): Promise<Answered<C, T>> {
  const { signal, attemptsMax = ATTEMPTS_MAX, mayTryNext = () => true } = options;
  const failures: ModelFailure[] = [];
  for (const [index, candidate] of selection.candidates.slice(0, attemptsMax).entries()) {
    const llm_label = selection.ranking[index] ?? selection.llm_label;
    const choice = { llm_label, candidate };
    try {
      return { choice, value: await call(choice), failures };
    } catch (cause) {
      if (signal?.aborted === true) throw abortedError(cause);
      const failure = { llm_label, kind: kindOf(cause), cause };
      failures.push(failure);
      if (!mayTryNext(failure)) break;
    }
  }
  throw new ModelCallError(failures);
}

export function kindOf(cause: unknown): ModelFailure["kind"] {
  if (cause instanceof EmptyStreamError) return "empty";
  return cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "error";
}
