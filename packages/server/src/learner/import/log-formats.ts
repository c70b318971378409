import { isRecord } from "@signalbox/contracts";
import type { LogFormat, LogRecord, RecordReader } from "./past-call.ts";
import { readLangfuse } from "./read-langfuse.ts";
import { readLiteLlm } from "./read-litellm.ts";
import { readOpenTelemetry } from "./read-otel.ts";

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
