// Events are read whole however the network cuts the bytes, inside a character too.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEventReader } from "./event-reader.ts";

const BYTES = new TextEncoder().encode(
  'event: a\r\ndata: {"usage":{"of":"Ä"}}\r\n\r\n: a comment\n\ndata:{"error": "家"}\n\ndata: {"usage":null}\n\ndata: [DONE]\n\n',
);

test("every cut of the bytes gives the same events; those of content alone tell nothing", () => {
  for (let cut = 0; cut <= BYTES.length; cut += 1) {
    const read = createEventReader();
    const events = [...read(BYTES.subarray(0, cut)), ...read(BYTES.subarray(cut))];
    assert.deepEqual(events, [{ usage: { of: "Ä" } }, { error: "家" }, {}], String(cut));
  }
});

test("whatever is looked for in an event is reported", () => {
  const read = createEventReader();
  const events = [
    { choices: [{ delta: { tool_calls: [{ id: "call_1" }] } }] },
    { type: "response.created", response: { id: "resp_1", object: "response" } },
    { type: "response.output_item.done", item: { call_id: "call_2" } },
    { error: { message: "No." } },
    { type: "error", code: "server_error", message: "No.", param: null },
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ];
  const bytes = new TextEncoder().encode(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
  );
  assert.deepEqual(read(bytes), events);
});
