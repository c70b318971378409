// LiteLLM: standard logging payloads (callbacks, buckets) and exported rows of the proxy's spend log.
import { isRecord } from "@signalbox/contracts";
import { messagesOf, numberAt, recordAt, secondsBetween, textAt } from "./members.ts";
import { fault, skipped, type LogRecord, type RecordReading } from "./past-call.ts";

const CALL_TYPES = /^$|completion|responses|anthropic_messages|generate_content/;

/** The prompt stands at the top, or, for spend logs, in the request as the proxy received it. */
function promptOf(record: LogRecord): { messages: unknown; tools: unknown } {
  const request = recordAt(record, "proxy_server_request");
  const body = isRecord(request["body"]) ? request["body"] : request;
  const parameters = recordAt(record, "model_parameters", "optional_params");
  return {
    messages: messagesOf(record["messages"]) ?? messagesOf(body["messages"] ?? body["input"]),
    tools: parameters["tools"] ?? body["tools"],
  };
}

export function readLiteLlm(record: LogRecord): readonly RecordReading[] {
  if (!CALL_TYPES.test(textAt(record, "call_type") ?? "")) return [skipped("not a model call")];
  if (textAt(record, "status") === "failure") return [skipped("the call failed")];
  const model = textAt(record, "model");
  if (model === undefined) return [fault("the record names no model")];
  const call = {
    model,
    provider: textAt(record, "custom_llm_provider"),
    ...promptOf(record),
    inputTokens: numberAt(record, "prompt_tokens"),
    outputTokens: numberAt(record, "completion_tokens"),
    usd: numberAt(record, "response_cost", "spend"),
    seconds:
      numberAt(record, "response_time") ??
      secondsBetween(record["startTime"] ?? record["start_time"], record["endTime"] ?? record["end_time"]),
  };
  return [{ kind: "call", call }];
}
