// Translated calls, answers and streams beside native ones: equal in everything that both protocols can say.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PROTOCOL_NAMES, type ProtocolName } from "../../src/protocols/protocol.ts";
import type { StreamEvent, Translator } from "../../src/translate/translator.ts";
import { translatorOf } from "../../src/translate/translators.ts";
import { CALLS, createRandom, replyOf, REPLIES, scenarioOf, STREAMS, type Json } from "./native.ts";

const CASES = 500;
const PAIRS = PROTOCOL_NAMES.flatMap((from) =>
  PROTOCOL_NAMES.filter((to) => to !== from).map((to) => [from, to] as const),
);

function pair(from: ProtocolName, to: ProtocolName): Translator {
  const translator = translatorOf(from, to);
  assert.ok(translator);
  return translator;
}

/** Members that one protocol adds on its own, or that name the answer and not what it says. */
const OWN = new Set([
  "cache_control",
  "store",
  "include",
  "stream_options",
  "strict",
  "detail",
  "created",
  "created_at",
  "logprobs",
  "annotations",
  "refusal",
  "error",
]);
const isItem = (value: Json): boolean => typeof value["type"] === "string";

/** Without those members, without ids that are no call's, and without what is undefined. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, function (this: Json, name, each: unknown) {
      if (OWN.has(name)) return undefined;
      if (name === "id" && !String(each).startsWith("call")) return undefined;
      if (name === "status" && isItem(this)) return undefined;
      return each;
    }),
  );

/** Members of the call that an answer in Responses repeats. */
const ECHOED: ReadonlySet<string> = new Set(["tools", "tool_choice", "parallel_tool_calls", "instructions"]);

const plainReply = (reply: Json): unknown =>
  plain(Object.fromEntries(Object.entries(reply).filter(([name]) => !ECHOED.has(name))));

/** The answer that a client of Chat puts together. */
function gatherChat(events: readonly StreamEvent[]): Json {
  assert.equal(events.at(-1)?.data, "[DONE]");
  const chunks = events.slice(0, -1).map(({ data }) => data as Json);
  const message: Json = { role: "assistant", content: null };
  let [finish, usage]: [unknown, unknown] = [null, undefined];
  for (const chunk of chunks) {
    usage = chunk["usage"] ?? usage;
    for (const { delta, finish_reason } of chunk["choices"]) {
      finish = finish_reason ?? finish;
      for (const name of ["content", "reasoning_content"])
        if (typeof delta[name] === "string" && delta[name] !== "")
          message[name] = (message[name] ?? "") + delta[name];
      if (delta.reasoning_details) (message["reasoning_details"] ??= []).push(...delta.reasoning_details);
      for (const { index, ...call } of delta.tool_calls ?? []) {
        const calls = (message["tool_calls"] ??= []);
        if (calls[index] === undefined) calls[index] = { ...call, function: { ...call.function } };
        else calls[index].function.arguments += call.function.arguments;
      }
    }
  }
  const choices = [{ index: 0, message, finish_reason: finish }];
  return { id: "", object: "chat.completion", model: chunks[0]?.["model"], choices, usage };
}

/** The answer that a client of Messages puts together; each block is opened, filled and closed before the next. */
function gatherMessages(events: readonly StreamEvent[]): Json {
  const message: Json = {};
  let open: Json | undefined;
  let json = "";
  for (const { name, data } of events) {
    const event = data as Json;
    assert.equal(name, event["type"]);
    if (name === "message_start") Object.assign(message, event["message"]);
    if (name === "content_block_start") {
      assert.equal(open, undefined);
      assert.equal(event["index"], message["content"].length);
      open = { ...event["content_block"] };
      json = "";
    }
    if (name === "content_block_delta") {
      assert.ok(open);
      const { type, text, thinking, signature, partial_json } = event["delta"];
      if (type === "text_delta") open["text"] += text;
      if (type === "thinking_delta") open["thinking"] += thinking;
      if (type === "signature_delta") open["signature"] += signature;
      if (type === "input_json_delta") json += partial_json;
    }
    if (name === "content_block_stop") {
      assert.ok(open);
      if (open["type"] === "tool_use") open["input"] = json === "" ? {} : JSON.parse(json);
      message["content"].push(open);
      open = undefined;
    }
    if (name === "message_delta") {
      Object.assign(message, event["delta"]);
      message["usage"] = { ...message["usage"], ...event["usage"] };
    }
  }
  assert.equal(events.at(-1)?.name, "message_stop");
  return message;
}

/** The answer in the last event of Responses, which the deltas and the items before it must repeat. */
function gatherResponses(events: readonly StreamEvent[]): Json {
  const all = events.map(({ data }) => data as Json);
  for (const [index, event] of all.entries()) assert.equal(event["sequence_number"], index);
  const whole = all.at(-1)?.["response"] as Json;
  const done = all.filter(({ type }) => type === "response.output_item.done");
  assert.deepEqual(
    done.map(({ item }) => item),
    whole["output"],
  );
  for (const { item, output_index } of done) {
    const deltas = all.filter(
      (event) => event["output_index"] === output_index && typeof event["delta"] === "string",
    );
    const text = item.content?.[0].text ?? item.summary?.[0]?.text ?? item.arguments;
    if (item.arguments !== "{}") assert.equal(deltas.map(({ delta }) => delta).join(""), text);
  }
  return whole;
}

const GATHER = { chat: gatherChat, messages: gatherMessages, responses: gatherResponses };

function translateStream(translator: Translator, asked: Json, events: readonly Json[]): StreamEvent[] {
  const stream = translator.stream(asked);
  return [...events.flatMap((event) => stream.push(event)), ...stream.end(true)];
}

for (const [from, to] of PAIRS) {
  test(`${from} to ${to}: ${CASES} calls equal native ones`, () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const scenario = scenarioOf(createRandom(seed));
      const sent = pair(from, to).request(CALLS[from](scenario));
      assert.deepEqual(plain(sent), plain(CALLS[to](scenario)), `seed ${seed}`);
      const back = pair(to, from).request(sent);
      assert.deepEqual(plain(back), plain(CALLS[from](scenario)), `seed ${seed} and back`);
    }
  });

  test(`${from} to ${to}: ${CASES} answers equal native ones, whole and streamed`, () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const random = createRandom(seed);
      const reply = replyOf(random);
      const asked = CALLS[from](scenarioOf(random));
      const native = plainReply(REPLIES[from](reply));
      const whole = pair(from, to).answer(REPLIES[to](reply), asked);
      assert.deepEqual(plainReply(whole), native, `seed ${seed}, whole`);
      const events = translateStream(pair(from, to), asked, STREAMS[to](reply, random));
      assert.deepEqual(plainReply(GATHER[from](events)), native, `seed ${seed}, streamed`);
    }
  });
}
