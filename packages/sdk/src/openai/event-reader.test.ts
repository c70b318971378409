// Events are read whole however the network cuts the bytes, inside a character too.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEventReader } from "./event-reader.ts";

const BYTES = new TextEncoder().encode(
  'event: a\r\ndata: {"text":"Ä"}\r\n\r\n: a comment\n\ndata:{"text":"家"}\n\ndata: [DONE]\n\n',
);

test("every cut of the bytes gives the same events", () => {
  for (let cut = 0; cut <= BYTES.length; cut += 1) {
    const read = createEventReader();
    const events = [...read(BYTES.subarray(0, cut)), ...read(BYTES.subarray(cut))];
    assert.deepEqual(events, [{ text: "Ä" }, { text: "家" }], String(cut));
  }
});
