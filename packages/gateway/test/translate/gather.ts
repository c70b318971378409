// Answers as clients of each protocol put them together from a stream, and bodies without what tells nothing of a translation.
import assert from "node:assert/strict";

import type { StreamEvent } from "../../src/translate/translator.ts";
import type { Json } from "./native.ts";

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
export const plain = (value: unknown): unknown =>
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

export const plainReply = (reply: Json): unknown =>
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

export const GATHER = { chat: gatherChat, messages: gatherMessages, responses: gatherResponses };
