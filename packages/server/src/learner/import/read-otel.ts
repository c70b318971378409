// OpenTelemetry spans with the generative AI conventions: lines of the collector's file exporter (OTLP JSON), or one span
// a line. Messages stand in `gen_ai.input.messages`, in numbered `gen_ai.prompt.N.*` attributes, or in span events.
import { isRecord } from "@signalbox/contracts";
import {
  numberAt,
  secondsBetween,
  textAt,
  unwrapJson,
  fault,
  skipped,
  type LogRecord,
  type RecordReading,
} from "./past-call.ts";

const NUMBERED_MAX = 1000;
const NANOSECONDS_PER_MS = 1_000_000n;

function listOf(value: unknown): readonly LogRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** OTLP wraps each value in the name of its type. */
function plainValue(value: unknown): unknown {
  if (!isRecord(value)) return value;
  for (const kind of ["stringValue", "intValue", "doubleValue", "boolValue"])
    if (value[kind] !== undefined) return value[kind];
  const { arrayValue, kvlistValue } = value;
  if (isRecord(arrayValue)) return listOf(arrayValue["values"]).map(plainValue);
  return isRecord(kvlistValue) ? attributesOf(kvlistValue["values"]) : value;
}

function attributesOf(value: unknown): LogRecord {
  if (isRecord(value)) return value;
  return Object.fromEntries(listOf(value).map((entry) => [String(entry["key"]), plainValue(entry["value"])]));
}

function messageOf(value: LogRecord): LogRecord {
  const parts = listOf(value["parts"]);
  if (parts.length === 0) return value;
  const ofType = (type: string): readonly LogRecord[] => parts.filter((part) => part["type"] === type);
  const texts = [...ofType("text"), ...ofType("tool_call_response")];
  const content = texts.map((part) => {
    const text = part["content"] ?? part["response"] ?? part["result"];
    return typeof text === "string" ? text : JSON.stringify(text ?? "");
  });
  const calls = ofType("tool_call").map(({ id, name, arguments: input }) => ({
    id,
    type: "function",
    function: { name, arguments: input },
  }));
  return {
    role: value["role"],
    content: content.join("\n"),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function numberedMessages(attributes: LogRecord): readonly LogRecord[] {
  const messages: LogRecord[] = [];
  for (let index = 0; index < NUMBERED_MAX; index += 1) {
    const role = attributes[`gen_ai.prompt.${index}.role`];
    const content = attributes[`gen_ai.prompt.${index}.content`];
    if (role === undefined && content === undefined) break;
    messages.push({ role, content: unwrapJson(content) });
  }
  return messages;
}

function eventMessages(events: readonly LogRecord[]): readonly LogRecord[] {
  return events.flatMap((event) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(String(event["name"]))?.[1];
    if (role === undefined) return [];
    const attributes = attributesOf(event["attributes"]);
    const body = unwrapJson(attributes["gen_ai.event.content"]);
    const content = isRecord(body) ? body["content"] : (attributes["content"] ?? body);
    return [{ role, content }];
  });
}

function spanMessages(span: LogRecord, attributes: LogRecord): unknown {
  const events = listOf(span["events"]);
  const details = events.find((event) => String(event["name"]).includes("inference.operation.details"));
  const held = { ...attributes, ...(details === undefined ? {} : attributesOf(details["attributes"])) };
  const stated = listOf(unwrapJson(held["gen_ai.input.messages"])).map(messageOf);
  const found = [stated, numberedMessages(attributes), eventMessages(events)].find((list) => list.length > 0);
  if (found === undefined) return undefined;
  const system = listOf(unwrapJson(held["gen_ai.system_instructions"]));
  return system.length === 0 ? found : [messageOf({ role: "system", parts: system }), ...found];
}

function milliseconds(value: unknown): unknown {
  const digits = typeof value === "number" ? String(value) : value;
  return typeof digits === "string" && /^\d{16,20}$/.test(digits)
    ? Number(BigInt(digits) / NANOSECONDS_PER_MS)
    : value;
}

function readSpan(span: LogRecord): RecordReading {
  const attributes = attributesOf(span["attributes"]);
  const operation = textAt(attributes, "gen_ai.operation.name") ?? "chat";
  const model = textAt(attributes, "gen_ai.request.model", "gen_ai.response.model");
  const isModelCall = ["chat", "text_completion", "generate_content", "completion"].includes(operation);
  const named = Object.keys(attributes).some((name) => name.startsWith("gen_ai."));
  if (!named || !isModelCall) return skipped("not a model call");
  if (textAt(attributes, "error.type") !== undefined) return skipped("the call failed");
  if (model === undefined) return fault("the span names no model");
  const call = {
    model,
    provider: textAt(attributes, "gen_ai.provider.name", "gen_ai.system"),
    messages: spanMessages(span, attributes),
    tools: unwrapJson(attributes["gen_ai.tool.definitions"]),
    inputTokens: numberAt(attributes, "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"),
    outputTokens: numberAt(attributes, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
    usd: numberAt(attributes, "gen_ai.usage.cost", "gen_ai.usage.total_cost"),
    seconds: secondsBetween(
      milliseconds(span["startTimeUnixNano"] ?? span["start_time"]),
      milliseconds(span["endTimeUnixNano"] ?? span["end_time"]),
    ),
  };
  return { kind: "call", call };
}

export function readOpenTelemetry(record: LogRecord): readonly RecordReading[] {
  if (record["resourceSpans"] === undefined) return [readSpan(record)];
  return listOf(record["resourceSpans"])
    .flatMap((resource) => listOf(resource["scopeSpans"]))
    .flatMap((scope) => listOf(scope["spans"]))
    .map(readSpan);
}
