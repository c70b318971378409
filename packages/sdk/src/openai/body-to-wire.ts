// The body of a chat completion or a response as a selection request. Payloads of images, audio and files stay behind.
import type { MessageWire, ToolWire } from "@signalbox/contracts";

import { isObject, type AutoCall, type Body } from "./read-call.ts";

type Content = Exclude<MessageWire["content"], undefined>;
type WirePart = Extract<Content, readonly unknown[]>[number];

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function toPart(part: Body): WirePart {
  const text = textOf(part["text"]) ?? textOf(part["refusal"]);
  return text === undefined ? { type: textOf(part["type"]) ?? "file" } : { type: "text", text };
}

const toContent = (content: unknown): Content =>
  typeof content === "string" ? content : listOf(content).map(toPart);

function toChatMessage(message: Body): MessageWire {
  const { tool_calls: calls, tool_call_id: id } = message;
  return {
    role: textOf(message["role"]) ?? null,
    content: toContent(message["content"]),
    ...(Array.isArray(calls) && { tool_calls: calls as unknown[] }),
    ...(typeof id === "string" && { tool_call_id: id }),
  };
}

/** Items of a response's input; what is neither a message nor a call of a function says nothing about the task. */
function toItemMessages(item: Body): MessageWire[] {
  const type = item["type"] ?? "message";
  if (type === "message") return [toChatMessage(item)];
  const callId = textOf(item["call_id"]) ?? null;
  if (type === "function_call_output") {
    const { output } = item;
    return [{ role: "tool", tool_call_id: callId, content: toContent(output) }];
  }
  if (type !== "function_call") return [];
  const called = { name: item["name"], arguments: item["arguments"] };
  return [
    { role: "assistant", content: null, tool_calls: [{ id: callId, type: "function", function: called }] },
  ];
}

function toResponseMessages(body: Body): MessageWire[] {
  const { instructions, input } = body;
  const system = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
  const items = typeof input === "string" ? [{ role: "user", content: input }] : listOf(input);
  return [...system, ...items.flatMap(toItemMessages)];
}

export function bodyToMessages({ kind, body }: Pick<AutoCall, "kind" | "body">): MessageWire[] {
  return kind === "chat" ? listOf(body["messages"]).map(toChatMessage) : toResponseMessages(body);
}

/** Functions only: the other tools are run by the provider itself. */
export function bodyToTools({ body }: Pick<AutoCall, "body">): ToolWire[] {
  return listOf(body["tools"]).filter(({ type }) => type === "function");
}

const BOUNDS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;

/** A limit that the provider refuses is not sent to the service, which would refuse it before. */
export function bodyToMaxTokens({ body }: Pick<AutoCall, "body">): number | undefined {
  const stated = BOUNDS.map((name) => body[name]);
  return stated.find((value): value is number => Number.isSafeInteger(value) && (value as number) > 0);
}

/** `response_format` of a chat completion; `text.format` of a response. */
export function bodyToFormat({ kind, body }: Pick<AutoCall, "kind" | "body">): unknown {
  if (kind === "chat") return body["response_format"];
  return isObject(body["text"]) ? body["text"]["format"] : undefined;
}
