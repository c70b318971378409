// Reads a `text/event-stream` answer as parsed JSON events. Works on fetch bodies, so that keys travel in headers.
// Comments between events, which keep a quiet connection open, reach `onHeard` alone.
// Invariant: an event is delivered once its blank line has arrived, whatever the chunks of the network were.
export async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  onHeard?: () => void,
): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onHeard?.();
      pending += decoder.decode(value, { stream: true }).replaceAll("\r\n", "\n");
      const blocks = pending.split("\n\n");
      pending = blocks.pop() ?? "";
      for (const block of blocks) yield* dataOf<T>(block);
    }
  } finally {
    await reader.cancel();
  }
}

function* dataOf<T>(block: string): Generator<T> {
  const lines = block.split("\n").filter((line) => line.startsWith("data:"));
  if (lines.length === 0) return;
  yield JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n")) as T;
}
