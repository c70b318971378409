// Anthropic Messages.
import { isRecord } from "@signalbox/contracts";

import { bearer } from "./openai.ts";
import type { Body, Mark, Protocol, Step, Usage } from "./protocol.ts";
import { contentText, countOf, defined, memberOf, recordsOf, textOf } from "./read-json.ts";
import { isReminder, withoutBilling } from "./set-aside.ts";

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
]);

function usageOf(usage: unknown, model: unknown): Usage {
  const [fresh, read, written] = [
    "input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
  ].map((name) => countOf(memberOf(usage, name)));
  return defined<Usage>({
    servedModel: textOf(model),
    inputTokens: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
    cacheReadTokens: read,
    cacheWriteTokens: written,
    cacheWriteHourTokens: countOf(memberOf(memberOf(usage, "cache_creation"), "ephemeral_1h_input_tokens")),
    searches: countOf(memberOf(memberOf(usage, "server_tool_use"), "web_search_requests")),
    tier: memberOf(usage, "speed") === "fast" ? "fast" : textOf(memberOf(usage, "service_tier")),
    outputTokens: countOf(memberOf(usage, "output_tokens")),
  });
}

function markOf(block: unknown): readonly Mark[] {
  if (!isRecord(block)) return [];
  const signature = textOf(block["signature"]) ?? textOf(block["data"]);
  if (block["type"] === "tool_use" && typeof block["id"] === "string")
    return [{ kind: "call", id: block["id"] }];
  const isThought = block["type"] === "thinking" || block["type"] === "redacted_thinking";
  return isThought && signature !== undefined && signature !== "" ? [{ kind: "thought", id: signature }] : [];
}

function hear(event: Body): ReturnType<Protocol["hear"]> {
  const { type, message, usage, delta, error } = event;
  if (type === "message_start")
    return { usage: usageOf(memberOf(message, "usage"), memberOf(message, "model")) };
  if (type === "message_delta") return { usage: usageOf(usage, undefined) };
  if (type === "content_block_start") return { marks: markOf(event["content_block"]) };
  if (type === "content_block_delta" && memberOf(delta, "type") === "signature_delta")
    return { marks: [{ kind: "thought", id: textOf(memberOf(delta, "signature")) ?? "" }] };
  if (type === "error") return { fault: textOf(memberOf(error, "message")) ?? "error" };
  if (type === "message")
    return { usage: usageOf(usage, event["model"]), marks: recordsOf(event["content"]).flatMap(markOf) };
  return {};
}

const systemText = (system: unknown): string =>
  typeof system === "string"
    ? withoutBilling(system)
    : recordsOf(system)
        .map((block) => withoutBilling(textOf(block["text"]) ?? ""))
        .filter((text) => text !== "")
        .join("\n");

function readable(message: Body): object {
  const { role, content } = message;
  if (!Array.isArray(content)) return { role, content };
  const parts = content.filter((part) => !isReminder(textOf(memberOf(part, "text")) ?? ""));
  return { role, content: parts.length > 0 ? parts : content };
}

/** Tools that the provider itself runs have a type of their own; those of the client are functions. */
const toFunction = ({ name, description, input_schema: parameters }: Body): object[] =>
  typeof name === "string" && isRecord(parameters) ? [{ name, description, parameters }] : [];

function stepsOf({ role, content }: Body): readonly Step[] {
  if (role === "system") return [];
  const blocks = typeof content === "string" ? [{ type: "text", text: content } as Body] : recordsOf(content);
  const steps = blocks.flatMap((block): Step[] => {
    if (block["type"] === "tool_use") {
      const { id, name, input } = block;
      return [
        { kind: "call", id: textOf(id) ?? "", name: textOf(name) ?? "", args: JSON.stringify(input) ?? "" },
      ];
    }
    if (block["type"] === "tool_result") {
      const { tool_use_id: id, is_error: isError } = block;
      const text = contentText(block["content"]);
      return [{ kind: "result", id: textOf(id) ?? "", isError: isError === true, text }];
    }
    const text = textOf(block["text"]) ?? "";
    return role === "user" && block["type"] === "text" && !isReminder(text) ? [{ kind: "person", text }] : [];
  });
  return role === "assistant" && !steps.some(({ kind }) => kind === "call")
    ? [{ kind: "answer" }, ...steps]
    : steps;
}

export const messages: Protocol = {
  name: "messages",
  path: "/v1/messages",
  errorBody: ({ status, message }) => ({
    type: "error",
    error: {
      type: ERROR_TYPES.get(status) ?? (status < 500 ? "invalid_request_error" : "api_error"),
      message,
    },
  }),
  hear,
  question: (body) => {
    const system = systemText(body["system"]);
    return {
      messages: [
        ...(system === "" ? [] : [{ role: "system", content: system }]),
        ...recordsOf(body["messages"]).map(readable),
      ],
      tools: recordsOf(body["tools"]).flatMap(toFunction),
    };
  },
  format: (body) => memberOf(body["output_config"], "format") ?? body["output_format"],
  steps: (body) => recordsOf(body["messages"]).flatMap(stepsOf),
  keyHeader: (key) => (key.startsWith("sk-ant-oat") ? bearer(key) : ["x-api-key", key]),
};
