// OpenAI Chat Completions, and everything that speaks it.
import { bearer, openaiError } from "./openai.ts";
import type { Body, Heard, Mark, Protocol, Step, Usage } from "./protocol.ts";
import { contentText, countOf, defined, memberOf, recordsOf, textOf } from "./read-json.ts";
import { isReminder } from "./set-aside.ts";

function usageOf(usage: unknown, model: unknown, tier: unknown): Usage {
  return defined<Usage>({
    servedModel: textOf(model),
    inputTokens: countOf(memberOf(usage, "prompt_tokens")),
    cacheReadTokens: countOf(memberOf(memberOf(usage, "prompt_tokens_details"), "cached_tokens")),
    cacheWriteTokens: countOf(memberOf(memberOf(usage, "prompt_tokens_details"), "cache_write_tokens")),
    outputTokens: countOf(memberOf(usage, "completion_tokens")),
    tier: textOf(tier),
    billedUsd: countOf(memberOf(usage, "cost")),
  });
}

function marksOf(choice: Body): readonly Mark[] {
  const message = choice["delta"] ?? choice["message"];
  return recordsOf(memberOf(message, "tool_calls")).flatMap(({ id }): Mark[] =>
    typeof id === "string" && id !== "" ? [{ kind: "call", id }] : [],
  );
}

const thoughtOf = (choice: Body): string => {
  const message = choice["delta"] ?? choice["message"];
  return textOf(memberOf(message, "reasoning_content")) ?? textOf(memberOf(message, "reasoning")) ?? "";
};

function hear(event: Body): Heard {
  if (event["error"] !== undefined && event["choices"] === undefined)
    return { fault: textOf(memberOf(event["error"], "message")) ?? "error" };
  const choices = recordsOf(event["choices"]);
  const marks = choices.flatMap(marksOf);
  const thought = choices.map(thoughtOf).join("");
  return {
    usage: usageOf(event["usage"], event["model"], event["service_tier"]),
    ...(marks.length > 0 && { marks }),
    ...(thought !== "" && { thought }),
  };
}

function stepsOf(message: Body): readonly Step[] {
  const { role, content, tool_call_id: id } = message;
  const text = contentText(content);
  if (role === "tool") return [{ kind: "result", id: textOf(id) ?? "", isError: false, text }];
  if (role === "user") return isReminder(text) ? [] : [{ kind: "person", text }];
  if (role !== "assistant") return [];
  const calls = recordsOf(message["tool_calls"]).map((call): Step => {
    const called = call["function"];
    const [name, args] = [
      textOf(memberOf(called, "name")) ?? "",
      textOf(memberOf(called, "arguments")) ?? "",
    ];
    return { kind: "call", id: textOf(call["id"]) ?? "", name, args };
  });
  return calls.length > 0 ? calls : [{ kind: "answer" }];
}

export const chat: Protocol = {
  name: "chat",
  path: "/v1/chat/completions",
  errorBody: openaiError,
  hear,
  question: (body) => ({
    messages: recordsOf(body["messages"]),
    tools: recordsOf(body["tools"]).filter(({ type }) => type === "function"),
  }),
  format: (body) => body["response_format"],
  steps: (body) => recordsOf(body["messages"]).flatMap(stepsOf),
  keyHeader: bearer,
};
