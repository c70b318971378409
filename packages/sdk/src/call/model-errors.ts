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
