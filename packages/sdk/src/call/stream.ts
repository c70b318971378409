// Select, then stream: another candidate may take over until the first chunk is there, and none after it.
import { limitSignal, raceSignal, type LimitedSignal } from "../transport/limits.ts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectRequest } from "../select/selection.ts";
import { abortedError } from "../transport/errors.ts";
import {
  answerOf,
  CALL_TIMEOUT_MS,
  CHUNK_TIMEOUT_MS,
  readTokens,
  reportCall,
  secondsSince,
  type ModelAnswer,
  type ModelCall,
  type ModelCallEnvironment,
  type ModelCallOptions,
} from "./call-model.ts";
import { readChunks, type ChunkReader, type ChunkSource, type ModelUsage } from "./chunk-source.ts";
import { EmptyStreamError, fallOver, StreamInterruptedError } from "./fall-over.ts";

/** Iterated once; breaking out of the loop ends the provider's stream. */
export interface ChatStream<C extends Candidate, T> extends ModelAnswer<C>, AsyncIterable<T> {
  /** From the call of the model to its first chunk. */
  readonly secondsToFirstChunk: number;
  /** Ends the stream of the provider; needed only when the chunks are never iterated. */
  cancel(): void;
}

interface Opened<T> {
  readonly reader: ChunkReader<T>;
  readonly first: T;
  readonly limit: LimitedSignal;
  readonly startedMs: number;
  readonly secondsToFirstChunk: number;
}

/** Resolves with the first chunk at hand. @throws as `chat`; the iteration throws StreamInterruptedError */
export async function stream<C extends Candidate, R extends SelectRequest<C>, T>(
  environment: ModelCallEnvironment,
  request: R & SelectRequest<C>,
  call: ModelCall<C, R, ChunkSource<T>>,
  options: ModelCallOptions<T>,
): Promise<ChatStream<C, T>> {
  const selection = await environment.select<C>(request, options);
  const answered = await fallOver(
    selection,
    (choice) =>
      openStream(
        async (signal) => call(choice.candidate, request, { llm_label: choice.llm_label, signal, selection }),
        options,
      ),
    options,
  );
  const opened = answered.value;
  const answer = answerOf(environment, selection, answered);
  const report = (usage: ModelUsage): void => {
    const seconds = secondsSince(opened.startedMs);
    reportCall(environment, answer, { ...usage, seconds, first_token_seconds: opened.secondsToFirstChunk });
  };
  const tokensOf = (chunk: T): ModelUsage | undefined => readTokens(environment, options.usageOf, chunk);
  const chunks = passOn(opened, { llm_label: answered.choice.llm_label, options, tokensOf, report });
  return {
    ...answer,
    secondsToFirstChunk: opened.secondsToFirstChunk,
    cancel: () => {
      giveUp(opened);
    },
    [Symbol.asyncIterator]: () => chunks,
  };
}

/** @throws whatever the source throws before its first chunk, EmptyStreamError when there is none */
async function openStream<T>(
  call: (signal: AbortSignal) => Promise<ChunkSource<T>>,
  { signal, callTimeoutMs = CALL_TIMEOUT_MS }: ModelCallOptions<T>,
): Promise<Opened<T>> {
  const limit = limitSignal(signal, callTimeoutMs);
  const startedMs = performance.now();
  const opening = call(limit.signal).then(readChunks);
  try {
    const reader = await raceSignal(opening, limit.signal);
    const first = await raceSignal(reader.next(), limit.signal);
    if (first.done === true) throw new EmptyStreamError("The stream ended without a chunk.");
    limit.pause();
    const secondsToFirstChunk = secondsSince(startedMs);
    return { reader, first: first.value, limit, startedMs, secondsToFirstChunk };
  } catch (cause) {
    limit.release();
    limit.abort();
    void closeWhenOpen(opening);
    throw cause;
  }
}

/** Also the stream that arrives after its limit is ended; whether it arrives is no longer of interest. */
async function closeWhenOpen(opening: Promise<ChunkReader<unknown>>): Promise<void> {
  const [outcome] = await Promise.allSettled([opening]);
  if (outcome.status === "fulfilled") outcome.value.close();
}

function giveUp<T>({ limit, reader }: Opened<T>): void {
  limit.release();
  limit.abort();
  reader.close();
}

interface Passing<T> {
  readonly llm_label: string;
  readonly options: ModelCallOptions<T>;
  readonly tokensOf: (chunk: T) => ModelUsage | undefined;
  readonly report: (usage: ModelUsage) => void;
}

async function* passOn<T>(opened: Opened<T>, passing: Passing<T>): AsyncGenerator<T, void> {
  const passed: T[] = [];
  const state = { usage: {} as ModelUsage, isWhole: false };
  try {
    let next: IteratorResult<T, unknown> = { done: false, value: opened.first };
    while (next.done !== true) {
      passed.push(next.value);
      state.usage = { ...state.usage, ...passing.tokensOf(next.value) };
      yield next.value;
      next = await nextChunk(opened, passed, passing);
    }
    state.isWhole = true;
    opened.limit.release();
    passing.report(state.usage);
  } finally {
    if (!state.isWhole) giveUp(opened);
  }
}

/** The clock runs only while the provider is waited for, not while the caller works on a chunk. */
async function nextChunk<T>(
  { reader, limit }: Opened<T>,
  passed: readonly T[],
  { llm_label, options }: Passing<T>,
): Promise<IteratorResult<T, unknown>> {
  limit.restart(options.chunkTimeoutMs ?? CHUNK_TIMEOUT_MS);
  try {
    return await raceSignal(reader.next(), limit.signal);
  } catch (cause) {
    if (options.signal?.aborted === true) throw abortedError(cause);
    const kind = limit.hasExpired() ? "timeout" : "error";
    throw new StreamInterruptedError({ llm_label, kind, cause }, passed);
  } finally {
    limit.pause();
  }
}
