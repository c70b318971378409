import { isRecord } from "@signalbox/contracts";
import {
  messagesOf,
  numberAt,
  recordAt,
  secondsBetween,
  textAt,
  unwrapJson,
  fault,
  skipped,
  type LogRecord,
  type RecordReading,
} from "./past-call.ts";
import type { LogFormat, RecordReader } from "./past-call.ts";
import { readOpenTelemetry } from "./read-otel.ts";

// LiteLLM: standard logging payloads (callbacks, buckets) and exported rows of the proxy's spend log.
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

function readLiteLlm(record: LogRecord): readonly RecordReading[] {
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

// Langfuse: exported observations, in the spelling of its API (camelCase) and of its bucket exports (snake_case).
function usdOf(record: LogRecord): number | undefined {
  const stated = numberAt(recordAt(record, "costDetails", "cost_details"), "total");
  const usage = numberAt(recordAt(record, "usage"), "totalCost");
  const cost = stated ?? numberAt(record, "calculatedTotalCost", "totalCost", "total_cost") ?? usage;
  // It writes 0 for models whose price it does not know.
  return cost === 0 ? undefined : cost;
}

function toolsOf(record: LogRecord): unknown {
  const input = unwrapJson(record["input"]);
  return isRecord(input) ? input["tools"] : undefined;
}

function readLangfuse(record: LogRecord): readonly RecordReading[] {
  const type = textAt(record, "type") ?? "GENERATION";
  if (type.toUpperCase() !== "GENERATION") return [skipped("not a model call")];
  if (textAt(record, "level")?.toUpperCase() === "ERROR") return [skipped("the call failed")];
  const model = textAt(record, "model", "providedModelName", "provided_model_name");
  if (model === undefined) return [fault("the generation names no model")];
  const usage = { ...recordAt(record, "usage"), ...recordAt(record, "usageDetails", "usage_details") };
  const call = {
    model,
    provider: undefined,
    messages: messagesOf(record["input"]),
    tools: toolsOf(record),
    inputTokens: numberAt(usage, "input", "promptTokens", "prompt_tokens", "input_tokens"),
    outputTokens: numberAt(usage, "output", "completionTokens", "completion_tokens", "output_tokens"),
    usd: usdOf(record),
    seconds: secondsBetween(
      record["startTime"] ?? record["start_time"],
      record["endTime"] ?? record["end_time"],
    ),
  };
  return [{ kind: "call", call }];
}

export const LOG_READERS: Readonly<Record<LogFormat, RecordReader>> = {
  litellm: readLiteLlm,
  langfuse: readLangfuse,
  otel: readOpenTelemetry,
};

const LITELLM_MEMBERS = ["custom_llm_provider", "response_cost", "spend", "call_type", "model_group"];
const LANGFUSE_MEMBERS = ["traceId", "trace_id", "usageDetails", "usage_details", "provided_model_name"];

/** By the members that only one system writes; undefined when none of them is there. */
export function detectFormat(record: LogRecord): LogFormat | undefined {
  const { attributes } = record;
  if (record["resourceSpans"] !== undefined || isRecord(attributes) || Array.isArray(attributes))
    return "otel";
  if (LITELLM_MEMBERS.some((name) => name in record)) return "litellm";
  return LANGFUSE_MEMBERS.some((name) => name in record) ? "langfuse" : undefined;
}
