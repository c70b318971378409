import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { readEvents } from "./event-stream.ts";

function streamOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, edge] of edges.entries())
        controller.enqueue(bytes.slice(edge, edges[index + 1] ?? edge));
      controller.close();
    },
  });
}

test("every event arrives whole, wherever the network cuts the stream", async () => {
  const events = fc.array(
    fc.record({ label: fc.string({ unit: "grapheme" }), n: fc.integer() }, { noNullPrototype: true }),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(events, fc.array(fc.nat(), { maxLength: 8 }), async (sent, cuts) => {
      const text = sent
        .map((event) => `: keep-alive\nevent: decision\ndata: ${JSON.stringify(event)}\n\n`)
        .join("");
      const got: unknown[] = [];
      for await (const event of readEvents(streamOf(new TextEncoder().encode(text), cuts))) got.push(event);
      assert.deepEqual(got, sent);
    }),
  );
});
