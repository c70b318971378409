// A model's stream is trusted once it has content: until then another model can take over without anybody noticing.
import { readChunks, type ChunkReader, type ChunkSource } from "../call/chunk-source.ts";
import { EmptyStreamError } from "../call/fall-over.ts";

/**
 * Resolves once a chunk has content, with the whole stream from its first chunk on; read further only as it is read.
 * @throws EmptyStreamError when it ends before, and whatever the source or `hasContent` throws; the source is closed then
 */
export async function openUntil<T>(
  source: ChunkSource<T>,
  hasContent: (chunk: T) => boolean,
): Promise<AsyncIterable<T>> {
  const reader = readChunks(source);
  const head: T[] = [];
  try {
    for (;;) {
      const next = await reader.next();
      if (next.done === true) throw new EmptyStreamError("The stream ended before its answer began.");
      head.push(next.value);
      if (hasContent(next.value)) return readOn(head, reader);
    }
  } catch (cause) {
    reader.close();
    throw cause;
  }
}

async function* readOn<T>(head: readonly T[], reader: ChunkReader<T>): AsyncGenerator<T, void> {
  let isWhole = false;
  try {
    yield* head;
    for (;;) {
      const next = await reader.next();
      if (next.done === true) {
        isWhole = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!isWhole) reader.close();
  }
}

export interface Reading<T, U> {
  /** Each chunk on its way. */
  readonly change: (chunk: T) => U;
  /** The caller's own; its abort stays an abort. */
  readonly signal: AbortSignal | undefined;
  /** The value that takes the place of a break; without it the break is thrown where the stream is read. */
  readonly onBreak?: (fault: unknown) => U;
}

/** As a ReadableStream, fetched only as fast as it is read. */
export function toReadable<T, U>(
  chunks: AsyncIterable<T>,
  { change, signal, onBreak }: Reading<T, U>,
): ReadableStream<U> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<U>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(change(next.value));
      } catch (fault) {
        signal?.throwIfAborted();
        if (onBreak === undefined) throw fault;
        controller.enqueue(onBreak(fault));
        controller.close();
      }
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
