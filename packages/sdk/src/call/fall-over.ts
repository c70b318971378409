// Down the ranked list until a candidate answers. Only candidates of the selection are ever called.

import type { Candidate } from "../select/candidates.ts";
import type { Selection } from "../select/selection.ts";
import { abortedError } from "../transport/errors.ts";

// Faults of the models that were called, apart from those of the service. Nothing is ever repeated behind the caller's back.

/** `error`: the caller's function failed. `timeout`: no answer, or no first chunk, in time. `empty`: a stream without a chunk. */
export type ModelFaultKind = "error" | "timeout" | "empty";

export interface ModelFailure {
  readonly llm_label: string;
  readonly kind: ModelFaultKind;
  /** The value that the caller's function threw. */
  readonly cause: unknown;
}

const describe = ({ llm_label, kind }: ModelFailure): string => `${llm_label} (${kind})`;

/** Every candidate that was tried failed; `cause` is what the last one threw. */
export class ModelCallError extends Error {
  readonly code = "models_failed";
  /** In the order tried. */
  readonly failures: readonly ModelFailure[];

  constructor(failures: readonly ModelFailure[]) {
    super(`models_failed: No candidate gave an answer: ${failures.map(describe).join(", ")}.`, {
      cause: failures.at(-1)?.cause,
    });
    this.name = "ModelCallError";
    this.failures = failures;
  }
}

/** A stream broke after its first chunk. What was got is kept, since the next model could not continue from there. */
export class StreamInterruptedError<T = unknown> extends Error {
  readonly code = "stream_interrupted";
  readonly llm_label: string;
  /** Everything that was passed on before the break. */
  readonly chunks: readonly T[];
  readonly kind: Exclude<ModelFaultKind, "empty">;

  constructor(failure: ModelFailure & { readonly kind: "error" | "timeout" }, chunks: readonly T[]) {
    const why = failure.kind === "timeout" ? "fell silent" : "broke";
    super(`stream_interrupted: The stream of ${failure.llm_label} ${why} after ${chunks.length} chunks.`, {
      cause: failure.cause,
    });
    this.name = "StreamInterruptedError";
    this.llm_label = failure.llm_label;
    this.chunks = chunks;
    this.kind = failure.kind;
  }
}

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
