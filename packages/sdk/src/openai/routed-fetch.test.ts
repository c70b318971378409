// Which session a request continues with, as far as the provider's own ids tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createLinkedSessions,
  openBody,
  ProviderStatusError,
  readWhole,
  createEventReader,
} from "./routed-fetch.ts";
import type { AutoCall } from "./body-to-wire.ts";
import { EmptyStreamError } from "../call/fall-over.ts";

function call(kind: AutoCall["kind"], body: AutoCall["body"]): AutoCall {
  return { kind, body, isStream: false, wishes: {}, headers: new Headers() };
}

const chatAnswer = (...ids: string[]) => ({
  choices: [{ message: { tool_calls: ids.map((id) => ({ id })) } }],
});

test("tool calls and responses lead back to their session; the newest counts", () => {
  const sessions = createLinkedSessions(10);
  sessions.remember(chatAnswer("call_a", "call_b"), "first");
  sessions.remember({ choices: [{ delta: { tool_calls: [{ id: "call_c" }, {}] } }] }, "second");
  sessions.remember({ type: "response.created", response: { object: "response", id: "resp_1" } }, "third");
  sessions.remember({ type: "response.output_item.done", item: { call_id: "call_d" } }, "fourth");
  const results = ["call_a", "call_c"].map((id) => ({ role: "tool", tool_call_id: id }));
  assert.equal(sessions.find(call("chat", { messages: results })), "second");
  assert.equal(sessions.find(call("responses", { previous_response_id: "resp_1", input: "x" })), "third");
  assert.equal(sessions.find(call("responses", { input: [{ call_id: "call_d" }] })), "fourth");
  assert.equal(sessions.find(call("chat", { messages: [{ role: "user" }] })), undefined);
});

test("the oldest ids are forgotten first", () => {
  const sessions = createLinkedSessions(2);
  sessions.remember(chatAnswer("call_a", "call_b"), "first");
  sessions.remember(chatAnswer("call_a"), "second");
  sessions.remember(chatAnswer("call_c"), "third");
  const find = (id: string) => sessions.find(call("chat", { messages: [{ tool_call_id: id }] }));
  assert.deepEqual(["call_a", "call_b", "call_c"].map(find), ["second", undefined, "third"]);
});

// A stream that begins with 200 may still tell that there is no answer.

const event = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`;
const CREATED = event({ type: "response.created", response: { id: "resp_1", object: "response" } });

async function textOf(pieces: AsyncIterable<{ readonly bytes: Uint8Array }>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const { bytes } of pieces) text += decoder.decode(bytes, { stream: true });
  return text;
}

const FAULTS = [
  event({ error: { message: "No.", code: 500 } }),
  `: comment\n\n${event({ error: { message: "No." } })}`,
  CREATED + event({ type: "error", code: "server_error", message: "No.", param: null }),
  CREATED + event({ type: "response.failed", response: { error: { code: "server_error", message: "No." } } }),
];

for (const stream of FAULTS)
  test(`a fault that is reported before any content is one of the provider: ${stream.slice(0, 60)}`, async () => {
    const [outcome] = await Promise.allSettled([openBody(new Response(stream))]);
    assert.ok(outcome.status === "rejected" && outcome.reason instanceof ProviderStatusError);
    assert.equal(outcome.reason.status, 502);
    assert.match(outcome.reason.text, /"message":"No\."/);
  });

test("a stream without content is not an answer", async () => {
  for (const stream of ["", ": comment\n\n", "data: [DONE]\n\n", CREATED])
    await assert.rejects(openBody(new Response(stream)), EmptyStreamError, stream);
});

test("a stream with content is passed on to the byte", async () => {
  const streams = [
    event({ choices: [{ delta: { content: "Hello" } }] }) + "data: [DONE]\n\n",
    CREATED +
      event({ type: "response.output_text.delta", delta: "Hé" }) +
      event({ error: { message: "Late." } }),
  ];
  for (const stream of streams) assert.equal(await textOf(await openBody(new Response(stream))), stream);
});

test("half an answer and a refusal are not answers", async () => {
  await assert.rejects(readWhole(new Response('{"id": "chatcmpl-1", "choi')), SyntaxError);
  await assert.rejects(readWhole(new Response("{}", { status: 429 })), ProviderStatusError);
  await assert.rejects(openBody(new Response("{}", { status: 404 })), ProviderStatusError);
});

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
