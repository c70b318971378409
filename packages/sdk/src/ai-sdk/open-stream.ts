// A model's stream is trusted once it has content: until then another model can take over without anybody noticing.
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

export type StreamPart = LanguageModelV4StreamPart;
type Reader = ReadableStreamDefaultReader<StreamPart>;

/** What comes before the answer and can be forgotten with the attempt. */
const PREAMBLE: ReadonlySet<StreamPart["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
]);

/**
 * Resolves once there is content, with the whole stream from its first part on.
 * @throws what the provider failed with before; the stream is given up then
 */
export async function openStream(stream: ReadableStream<StreamPart>): Promise<AsyncIterable<StreamPart>> {
  const reader = stream.getReader();
  const head: StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The stream of the provider ended before its answer began.");
    if (value.type === "error") {
      await giveUp(reader);
      throw value.error;
    }
    head.push(value);
    if (!PREAMBLE.has(value.type)) return readOn(head, reader);
  }
}

/** That a stream cannot be closed changes nothing for who has turned away from it. */
async function giveUp(reader: Reader): Promise<void> {
  await reader.cancel().catch(() => undefined);
}

async function* readOn(head: readonly StreamPart[], reader: Reader): AsyncGenerator<StreamPart, void> {
  try {
    yield* head;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await giveUp(reader);
  }
}

export interface Reading {
  /** Each part on its way. */
  readonly change: (part: StreamPart) => StreamPart;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The parts as the AI SDK reads them, fetched only as fast as they are read. A break becomes a part of its own, as
 * providers tell theirs; the caller's abort stays an abort.
 */
export function toReadable(
  parts: AsyncIterable<StreamPart>,
  { change, signal }: Reading,
): ReadableStream<StreamPart> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream<StreamPart>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(change(next.value));
      } catch (error) {
        signal?.throwIfAborted();
        controller.enqueue({ type: "error", error });
        controller.close();
      }
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
