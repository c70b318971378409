// OpenTelemetry spans of model calls: batches of the collector's file exporter (OTLP JSON), or one span a record. Their attributes are
// those of the generative AI conventions, of the AI SDK (`ai.*`) or of OpenInference (`llm.*`).
import { isRecord } from "@signalbox/contracts";
import {
  messagesOf,
  millisecondsOf,
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

/** Messages in attributes that count them, one attribute a member. */
function numberedMessages(attributes: LogRecord): readonly LogRecord[] {
  const [start, inner] =
    "gen_ai.prompt.0.role" in attributes || "gen_ai.prompt.0.content" in attributes
      ? ["gen_ai.prompt", ""]
      : ["llm.input_messages", "message."];
  const messages: LogRecord[] = [];
  for (let index = 0; index < NUMBERED_MAX; index += 1) {
    const role = attributes[`${start}.${index}.${inner}role`];
    const content = attributes[`${start}.${index}.${inner}content`];
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
  if (found === undefined) return messagesOf(held["ai.prompt.messages"]) ?? messagesOf(held["ai.prompt"]);
  const system = listOf(unwrapJson(held["gen_ai.system_instructions"]));
  return system.length === 0 ? found : [messageOf({ role: "system", parts: system }), ...found];
}

const CALLS = /^(chat|text_completion|generate_content|completion|ai\.\w+\.do(Generate|Stream))$/;
const KNOWN = /^(gen_ai|ai|llm)\./;

/** `openai.chat` of the AI SDK is the provider's interface; the provider comes first. */
const providerOf = (attributes: LogRecord): string | undefined =>
  textAt(attributes, ["gen_ai.provider.name", "gen_ai.system", "ai.model.provider", "llm.provider"])?.split(
    ".",
  )[0];

function isModelCall(attributes: LogRecord): boolean {
  const kind = textAt(attributes, ["openinference.span.kind"]);
  if (kind !== undefined) return kind === "LLM";
  const operation = textAt(attributes, ["gen_ai.operation.name", "ai.operationId"]) ?? "chat";
  return CALLS.test(operation) && Object.keys(attributes).some((name) => KNOWN.test(name));
}

function readSpan(span: LogRecord): RecordReading {
  const attributes = attributesOf(unwrapJson(span["attributes"]));
  if (!isModelCall(attributes)) return skipped("not a model call");
  if (textAt(attributes, ["error.type"]) !== undefined) return skipped("the call failed");
  const model = textAt(attributes, [
    "gen_ai.request.model",
    "gen_ai.response.model",
    "ai.model.id",
    "llm.model_name",
  ]);
  if (model === undefined) return fault("the span names no model");
  const startedAtMs = millisecondsOf(span["startTimeUnixNano"] ?? span["start_time"]);
  const tokens = (...names: readonly string[]): number | undefined =>
    numberAt(
      attributes,
      names.flatMap((name) => (name.includes(".") ? [name] : [`gen_ai.usage.${name}`, `ai.usage.${name}`])),
    );
  const call = {
    model,
    provider: providerOf(attributes),
    messages: spanMessages(span, attributes),
    tools: unwrapJson(attributes["gen_ai.tool.definitions"]),
    inputTokens: tokens(
      "input_tokens",
      "prompt_tokens",
      "inputTokens",
      "promptTokens",
      "llm.token_count.prompt",
    ),
    outputTokens: tokens(
      "output_tokens",
      "completion_tokens",
      "outputTokens",
      "completionTokens",
      "llm.token_count.completion",
    ),
    cachedTokens: tokens(
      "gen_ai.usage.cache_read.input_tokens",
      "cachedInputTokens",
      "llm.token_count.prompt_details.cache_read",
    ),
    cacheWriteTokens: tokens(
      "gen_ai.usage.cache_creation.input_tokens",
      "llm.token_count.prompt_details.cache_write",
    ),
    usd: numberAt(attributes, ["gen_ai.usage.cost", "gen_ai.usage.total_cost", "llm.cost.total"]),
    seconds: secondsBetween(startedAtMs, millisecondsOf(span["endTimeUnixNano"] ?? span["end_time"])),
    startedAtMs,
    session:
      textAt(attributes, ["gen_ai.conversation.id", "session.id"]) ?? textAt(span, ["traceId", "trace_id"]),
  };
  return { kind: "call", call };
}

/** A batch, what one resource sent of it, or a span by itself. */
export function readOpenTelemetry(record: LogRecord): readonly RecordReading[] {
  const resources = record["scopeSpans"] === undefined ? listOf(record["resourceSpans"]) : [record];
  if (resources.length === 0) return [readSpan(record)];
  return resources
    .flatMap((resource) => listOf(resource["scopeSpans"]))
    .flatMap((scope) => listOf(scope["spans"]))
    .map(readSpan);
}
