// Chunks from whatever a provider's client gives: an async iterable, or a ReadableStream where it cannot be iterated.

/** What of a ReadableStream is used. */
export interface ReadableSource<T> {
  getReader(): Pick<ReadableStreamDefaultReader<T>, "read" | "cancel">;
}

export type ChunkSource<T> = AsyncIterable<T> | ReadableSource<T>;

/** One way to ask for the next chunk and one to give up early. */
export interface ChunkReader<T> {
  next(): Promise<IteratorResult<T, unknown>>;
  /** Never rejects: giving up is no occasion to fail. */
  close(): void;
}

export function readChunks<T>(source: ChunkSource<T>): ChunkReader<T> {
  if (isIterable(source)) {
    const iterator = source[Symbol.asyncIterator]();
    return {
      next: () => iterator.next(),
      close: () => {
        ignoreFault(async () => iterator.return?.());
      },
    };
  }
  const reader = source.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    close: () => {
      ignoreFault(() => reader.cancel());
    },
  };
}

/** Not every browser can iterate a ReadableStream, whatever its type says. */
function isIterable<T>(source: ChunkSource<T>): source is AsyncIterable<T> {
  return Symbol.asyncIterator in source;
}

function ignoreFault(work: () => Promise<unknown>): void {
  work().catch(() => undefined);
}
