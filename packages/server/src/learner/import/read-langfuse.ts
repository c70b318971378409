// Langfuse: exported observations, in the spelling of its API (camelCase) and of its bucket exports (snake_case).
import { isRecord } from "@signalbox/contracts";
import { messagesOf, numberAt, recordAt, secondsBetween, textAt, unwrapJson } from "./members.ts";
import { fault, skipped, type LogRecord, type RecordReading } from "./past-call.ts";

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

export function readLangfuse(record: LogRecord): readonly RecordReading[] {
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
