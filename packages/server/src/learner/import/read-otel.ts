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
  type RecordReader,
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
  if (found === undefined)
    return TEXTS.map((name) => messagesOf(held[name])).find((messages) => messages !== undefined);
  const system = listOf(unwrapJson(held["gen_ai.system_instructions"]));
  return system.length === 0 ? found : [messageOf({ role: "system", parts: system }), ...found];
}

const CALLS = /^(chat|text_completion|generate_content|completion|ai\.\w+\.do(Generate|Stream))$/;
/** The AI SDK's span around its calls, which some exporters keep alone: it counts where no call within it is seen. */
const AROUND = /^ai\.(generate|stream)(Text|Object)$/;
const AROUND_MAX = 256;
const PARENTS_MAX = 10_000;
const TEXTS = ["ai.prompt.messages", "ai.prompt", "gen_ai.prompt", "gen_ai.request.body", "input.value"];
const KNOWN = /^(gen_ai|ai|llm)\./;

/** `openai.chat` of the AI SDK is the provider's interface; the provider comes first. */
const providerOf = (attributes: LogRecord): string | undefined =>
  textAt(attributes, ["gen_ai.provider.name", "gen_ai.system", "ai.model.provider", "llm.provider"])?.split(
    ".",
  )[0];

const operationOf = (attributes: LogRecord): string =>
  textAt(attributes, ["gen_ai.operation.name", "ai.operationId"]) ?? "chat";

function isModelCall(attributes: LogRecord): boolean {
  const kind = textAt(attributes, ["openinference.span.kind"]);
  if (kind !== undefined) return kind === "LLM";
  return CALLS.test(operationOf(attributes)) && Object.keys(attributes).some((name) => KNOWN.test(name));
}

function readCall(span: LogRecord, attributes: LogRecord): RecordReading {
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

/** The oldest of more than `max` keys, taken out. */
function evicted<K, V>(map: Map<K, V>, max: number): V[] {
  const [oldest] = map;
  if (oldest === undefined || map.size <= max) return [];
  map.delete(oldest[0]);
  return [oldest[1]];
}

/** Reads batches, what one resource sent of a batch, or spans by themselves. */
export function createSpanReader(): RecordReader {
  const parents = new Map<unknown, true>();
  const around = new Map<unknown, RecordReading>();
  const noCall = skipped("not a model call");
  const readOne = (span: LogRecord): readonly RecordReading[] => {
    const attributes = attributesOf(unwrapJson(span["attributes"]));
    const id = span["spanId"] ?? span["span_id"];
    if (AROUND.test(operationOf(attributes))) {
      if (id === undefined || parents.delete(id)) return [noCall];
      around.set(id, readCall(span, attributes));
      return evicted(around, AROUND_MAX);
    }
    if (!isModelCall(attributes)) return [noCall];
    const parent = span["parentSpanId"] ?? span["parent_span_id"] ?? span["parent_id"];
    const isHeld = around.delete(parent);
    if (!isHeld) parents.set(parent, true);
    evicted(parents, PARENTS_MAX);
    return [readCall(span, attributes), ...(isHeld ? [noCall] : [])];
  };
  return {
    read: (record) => {
      const resources = record["scopeSpans"] === undefined ? listOf(record["resourceSpans"]) : [record];
      if (resources.length === 0) return readOne(record);
      return resources
        .flatMap((resource) => listOf(resource["scopeSpans"]))
        .flatMap((scope) => listOf(scope["spans"]))
        .flatMap(readOne);
    },
    end: () => [...around.values()],
  };
}
