// Chunks from whatever a provider's client gives: an async iterable, or a ReadableStream where it cannot be iterated.
// Tokens of an answer as the usual providers report them; for another form pass a reader of your own.
export interface ModelUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** Reads the tokens from a whole answer or from one chunk; undefined when it tells none. */
export type UsageReader<T> = (value: T) => ModelUsage | undefined;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

const countOf = (usage: Members, names: readonly string[]): number | undefined => {
  const found = names.map((name) => usage[name]).find((value) => typeof value === "number");
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
};

/** `usage` of the value, of its `response` or of its `message`: OpenAI (both interfaces), Anthropic, AI SDK. */
export function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value)) return undefined;
  const holder = [value, value["response"], value["message"]].find(
    (place): place is Members => isObject(place) && isObject(place["usage"]),
  );
  const usage = holder?.["usage"];
  if (!isObject(usage)) return undefined;
  const input = countOf(usage, ["input_tokens", "prompt_tokens", "inputTokens"]);
  const output = countOf(usage, ["output_tokens", "completion_tokens", "outputTokens"]);
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}

/** The part of a ReadableStream that is used. */
interface ReadableSource<T> {
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
