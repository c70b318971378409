// OpenAI Responses.
import { isRecord } from "@signalbox/contracts";

import { bearer, openaiError } from "./openai.ts";
import type { Body, Heard, Mark, Protocol, Step, Usage } from "./protocol.ts";
import { contentText, countOf, defined, memberOf, recordsOf, textOf } from "./read-json.ts";
import { isReminder } from "./set-aside.ts";

function usageOf(response: unknown): Usage {
  const usage = memberOf(response, "usage");
  const searches = recordsOf(memberOf(response, "output")).filter(({ type }) => type === "web_search_call");
  return defined<Usage>({
    servedModel: textOf(memberOf(response, "model")),
    inputTokens: countOf(memberOf(usage, "input_tokens")),
    cacheReadTokens: countOf(memberOf(memberOf(usage, "input_tokens_details"), "cached_tokens")),
    outputTokens: countOf(memberOf(usage, "output_tokens")),
    searches: searches.length === 0 ? undefined : searches.length,
    tier: textOf(memberOf(response, "service_tier")),
    billedUsd: countOf(memberOf(usage, "cost")),
  });
}

const CALLS: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "tool_search_call",
]);
const RESULTS: ReadonlySet<unknown> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
]);

function marksOf(item: unknown): readonly Mark[] {
  if (!isRecord(item)) return [];
  if (CALLS.has(item["type"]) && typeof item["call_id"] === "string")
    return [{ kind: "call", id: item["call_id"] }];
  const sealed = item["encrypted_content"];
  return item["type"] === "reasoning" && typeof sealed === "string" ? [{ kind: "thought", id: sealed }] : [];
}

const FINAL: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"]);

function hearWhole(response: unknown): Heard {
  const marks = recordsOf(memberOf(response, "output")).flatMap(marksOf);
  const fault = textOf(memberOf(memberOf(response, "error"), "message"));
  return { usage: usageOf(response), marks, ...(fault !== undefined && { fault }) };
}

function hear(event: Body): Heard {
  const { type } = event;
  if (event["object"] === "response") return hearWhole(event);
  if (FINAL.has(type)) return hearWhole(event["response"]);
  if (type === "response.output_item.done" || type === "response.output_item.added")
    return { marks: marksOf(event["item"]) };
  if (type === "error") return { fault: textOf(event["message"]) ?? "error" };
  return {};
}

function stepsOf(item: Body): readonly Step[] {
  const { type = "message", role } = item;
  const id = textOf(item["call_id"]) ?? "";
  if (CALLS.has(type)) {
    const { arguments: given, input, action } = item;
    const args = textOf(given) ?? textOf(input) ?? JSON.stringify(action ?? given) ?? "";
    return [{ kind: "call", id, name: textOf(item["name"]) ?? "shell", args }];
  }
  if (RESULTS.has(type))
    return [{ kind: "result", id, isError: item["status"] === "failed", text: contentText(item["output"]) }];
  if (type !== "message") return [];
  const text = contentText(item["content"]);
  if (role === "user") return isReminder(text) ? [] : [{ kind: "person", text }];
  return role === "assistant" ? [{ kind: "answer" }] : [];
}

const READ_TYPES: ReadonlySet<unknown> = new Set([
  "message",
  "function_call",
  "function_call_output",
  undefined,
]);

/** Calls of the provider's own kinds become calls of functions; what is left says nothing of the task. */
function readable(item: Body): object[] {
  const { type, call_id, name, input, output } = item;
  if (READ_TYPES.has(type)) return [item];
  if (CALLS.has(type))
    return [{ type: "function_call", call_id, name: name ?? "shell", arguments: input ?? "" }];
  return RESULTS.has(type) ? [{ type: "function_call_output", call_id, output }] : [];
}

export const responses: Protocol = {
  name: "responses",
  path: "/v1/responses",
  errorBody: openaiError,
  hear,
  question: (body) => {
    const { instructions, input } = body;
    const system = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
    const items =
      typeof input === "string" ? [{ role: "user", content: input }] : recordsOf(input).flatMap(readable);
    return {
      messages: [...system, ...items],
      tools: recordsOf(body["tools"]).filter(({ type }) => type === "function"),
    };
  },
  format: (body) => memberOf(body["text"], "format"),
  steps: ({ input }) =>
    typeof input === "string" ? [{ kind: "person", text: input }] : recordsOf(input).flatMap(stepsOf),
  keyHeader: bearer,
};
