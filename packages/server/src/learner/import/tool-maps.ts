// Maps the records of each tool to past calls: one map a tool, in paths of members. The first path that holds something counts.
import { isRecord, readUsage } from "@signalbox/contracts";

import {
  fault,
  messagesOf,
  millisecondsOf,
  numberAt,
  secondsBetween,
  skipped,
  textAt,
  unwrapJson,
  valueAt,
  type LogFormat,
  type LogRecord,
  type PastCall,
  type RecordReader,
  type RecordReading,
} from "./past-call.ts";
import { createTranscriptReader } from "./read-transcript.ts";
import { createSpanReader } from "./read-otel.ts";

interface ToolMap {
  readonly isCall?: (record: LogRecord) => boolean;
  readonly hasFailed?: (record: LogRecord) => boolean;
  readonly model: readonly string[];
  readonly provider?: readonly string[];
  /** The provider of every call. */
  readonly host?: string;
  readonly messages: readonly string[];
  readonly tools?: readonly string[];
  /** A provider's own `usage`. */
  readonly usage?: readonly string[];
  /** Reads tokens that only this tool counts so. */
  readonly tokensOf?: (record: LogRecord) => ReturnType<typeof readUsage>;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly cached?: readonly string[];
  readonly written?: readonly string[];
  readonly usd: readonly string[];
  /** It writes 0 for models whose price it does not know. */
  readonly isZeroUnknown?: true;
  readonly seconds?: readonly string[];
  readonly milliseconds?: readonly string[];
  readonly start: readonly string[];
  readonly end?: readonly string[];
  readonly session?: readonly string[];
}

const TEXT = ["messages", "input", "prompt", "question", "query", "request"];
const INPUT = ["input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "tokens_prompt", "tokens_in"];
const OUTPUT = [
  "output_tokens",
  "completion_tokens",
  "outputTokens",
  "completionTokens",
  "tokens_completion",
  "tokens_out",
];

// LiteLLM: standard logging payloads (callbacks, buckets) and rows of the proxy's spend log, from its API or its database.
const CALL_TYPES = /^$|completion|responses|anthropic_messages|generate_content/;

const LITELLM: ToolMap = {
  isCall: (record) => CALL_TYPES.test(textAt(record, ["call_type"]) ?? ""),
  hasFailed: (record) => textAt(record, ["status", "metadata.status"]) === "failure",
  model: ["model", "model_group"],
  provider: ["custom_llm_provider"],
  messages: [
    "messages",
    ...["proxy_server_request.body", "proxy_server_request"].flatMap((holder) => [
      `${holder}.messages`,
      `${holder}.input`,
    ]),
  ],
  tools: [
    "model_parameters.tools",
    "optional_params.tools",
    "proxy_server_request.body.tools",
    "proxy_server_request.tools",
  ],
  usage: ["response.usage", "metadata.usage_object"],
  input: ["prompt_tokens"],
  output: ["completion_tokens"],
  usd: ["response_cost", "spend"],
  seconds: ["response_time"],
  start: ["startTime", "start_time"],
  end: ["endTime", "end_time"],
  session: ["session_id", "trace_id"],
};

/** Kinds of tokens to sum; each name is one kind, `total` is all. */
function langfuseTokens(record: LogRecord): ReturnType<typeof readUsage> {
  const holders = ["usageDetails", "usage_details", "usage"].map((name) => unwrapJson(record[name]));
  const usage = holders.find((holder) => isRecord(holder) && Object.keys(holder).length > 0);
  if (!isRecord(usage)) return {};
  const sums = { fresh: 0, read: 0, written: 0, output: 0 };
  for (const [name, value] of Object.entries(usage)) {
    const count = typeof value === "string" ? Number(value) : value;
    if (typeof count !== "number" || !(count >= 0) || /total|cost|price/i.test(name)) continue;
    if (/cache/i.test(name) && /creat|writ/i.test(name)) sums.written += count;
    else if (/cache/i.test(name)) sums.read += count;
    else if (/input|prompt/i.test(name)) sums.fresh += count;
    else if (/output|completion/i.test(name)) sums.output += count;
  }
  const cached = sums.read + sums.written;
  if (cached + sums.fresh + sums.output === 0) return {};
  // Some clients count cached tokens among the input, which the total tells.
  const isAmong = cached > 0 && numberAt(usage, ["total"]) === sums.fresh + sums.output;
  return {
    inputTokens: sums.fresh + (isAmong ? 0 : cached),
    cachedTokens: sums.read,
    cacheWriteTokens: sums.written,
    outputTokens: sums.output,
  };
}

const LANGFUSE: ToolMap = {
  isCall: (record) => (textAt(record, ["type"]) ?? "GENERATION").toUpperCase() === "GENERATION",
  hasFailed: (record) => textAt(record, ["level"])?.toUpperCase() === "ERROR",
  model: ["model", "providedModelName", "provided_model_name", "modelId"],
  messages: ["input"],
  tools: ["input.tools"],
  tokensOf: langfuseTokens,
  input: ["inputTokens", "promptTokens", "input_tokens", "inputUsage"],
  output: ["outputTokens", "completionTokens", "output_tokens", "outputUsage"],
  usd: [
    "costDetails.total",
    "cost_details.total",
    "calculatedTotalCost",
    "totalCost",
    "total_cost",
    "usage.totalCost",
  ],
  isZeroUnknown: true,
  start: ["startTime", "start_time"],
  end: ["endTime", "end_time"],
  session: ["sessionId", "session_id", "traceId", "trace_id"],
};

const HELICONE: ToolMap = {
  hasFailed: (record) => (numberAt(record, ["response_status", "status"]) ?? 200) >= 400,
  model: ["response_body.model", "request_body.model", "response_model", "request_model", "model"],
  provider: ["provider"],
  messages: ["request_body.messages", "request_body.input", "request_body.contents", "request_body.prompt"],
  tools: ["request_body.tools"],
  usage: ["response_body.usage"],
  input: ["prompt_tokens"],
  output: ["completion_tokens"],
  cached: ["prompt_cache_read_tokens"],
  written: ["prompt_cache_write_tokens"],
  usd: ["costUSD", "cost_usd"],
  milliseconds: ["delay_ms", "latency"],
  start: ["request_created_at"],
  session: ["request_properties.Helicone-Session-Id", "helicone_session"],
};

const OPENROUTER: ToolMap = {
  hasFailed: (record) => textAt(record, ["finish_reason_normalized", "finish_reason"]) === "error",
  model: ["model_permaslug", "model"],
  host: "openrouter",
  messages: [],
  input: ["native_tokens_prompt", "tokens_prompt", "prompt_tokens"],
  output: ["native_tokens_completion", "tokens_completion", "completion_tokens"],
  cached: ["native_tokens_cached", "tokens_cached"],
  usd: ["cost_total", "total_cost", "usage"],
  milliseconds: ["generation_time_ms", "generation_time"],
  start: ["created_at", "date"],
};

const PLAIN: ToolMap = {
  model: ["model", "model_name"],
  provider: ["provider"],
  messages: TEXT,
  tools: ["tools"],
  usage: ["usage", "response.usage"],
  input: INPUT,
  output: OUTPUT,
  cached: ["cached_tokens", "cached_input_tokens", "cache_read_input_tokens", "cachedInputTokens"],
  usd: ["cost", "cost_usd", "usd", "total_cost", "spend", "price"],
  seconds: ["seconds", "latency_s", "duration_s"],
  milliseconds: ["latency_ms", "duration_ms"],
  start: ["timestamp", "time", "created_at", "date"],
  session: ["session_id", "session", "conversation_id"],
};

/** Records of `signalbox privacy export`, which have texts where the account keeps them. */
const SIGNALBOX: ToolMap = {
  isCall: (record) => record["type"] === "decision",
  model: ["modelId", "model", "label"],
  messages: ["text.messages"],
  input: ["inputTokens"],
  output: [],
  usd: [],
  start: ["created_at"],
  session: ["chainId"],
};

function tokensOf(map: ToolMap, record: LogRecord): ReturnType<typeof readUsage> {
  const usage = map.usage?.map((path) => unwrapJson(valueAt(record, path))).find(isRecord);
  const counted = { ...readUsage(usage), ...map.tokensOf?.(record) };
  return {
    inputTokens: counted.inputTokens ?? numberAt(record, map.input),
    outputTokens: counted.outputTokens ?? numberAt(record, map.output),
    cachedTokens: counted.cachedTokens ?? numberAt(record, map.cached ?? []),
    cacheWriteTokens: counted.cacheWriteTokens ?? numberAt(record, map.written ?? []),
    cacheWriteHourTokens: counted.cacheWriteHourTokens,
  } as ReturnType<typeof readUsage>;
}

function readCall(map: ToolMap, record: LogRecord): RecordReading {
  if (map.isCall?.(record) === false) return skipped("not a model call");
  if (map.hasFailed?.(record) === true) return skipped("the call failed");
  const model = textAt(record, map.model);
  if (model === undefined) return fault("the record names no model");
  const [startedAtMs, endedAtMs] = [map.start, map.end ?? []].map((paths) =>
    millisecondsOf(paths.map((path) => valueAt(record, path)).find((value) => value !== undefined)),
  );
  const usd = numberAt(record, map.usd);
  const milliseconds = numberAt(record, map.milliseconds ?? []);
  const call: PastCall = {
    model,
    provider: map.host ?? textAt(record, map.provider ?? [])?.toLowerCase(),
    messages: map.messages
      .map((path) => messagesOf(valueAt(record, path)))
      .find((found) => found !== undefined),
    tools: map.tools?.map((path) => unwrapJson(valueAt(record, path))).find(Array.isArray),
    inputTokens: undefined,
    outputTokens: undefined,
    cachedTokens: undefined,
    cacheWriteTokens: undefined,
    ...tokensOf(map, record),
    usd: usd === 0 && map.isZeroUnknown === true ? undefined : usd,
    seconds:
      numberAt(record, map.seconds ?? []) ??
      (milliseconds === undefined ? secondsBetween(startedAtMs, endedAtMs) : milliseconds / 1000),
    startedAtMs,
    session: textAt(record, map.session ?? []),
  };
  return { kind: "call", call };
}

const mapped = (map: ToolMap) => (): RecordReader => ({ read: (record) => [readCall(map, record)] });

/** A reader for one file: some remember what came before. */
export const LOG_READERS: Readonly<Record<LogFormat, () => RecordReader>> = {
  litellm: mapped(LITELLM),
  langfuse: mapped(LANGFUSE),
  helicone: mapped(HELICONE),
  openrouter: mapped(OPENROUTER),
  otel: createSpanReader,
  "claude-code": createTranscriptReader,
  plain: mapped(PLAIN),
  signalbox: mapped(SIGNALBOX),
};

const hasAny = (record: LogRecord, names: readonly string[]): boolean => names.some((name) => name in record);

/** By the members that only one tool writes, the surest first. */
const MARKS: readonly (readonly [LogFormat, (record: LogRecord) => boolean])[] = [
  ["signalbox", (record) => hasAny(record, ["artefactVersion", "requestDigest"])],
  [
    "claude-code",
    (record) =>
      hasAny(record, ["parentUuid", "leafUuid", "isSidechain", "isSnapshotUpdate"]) ||
      record["type"] === "queue-operation",
  ],
  ["litellm", (record) => hasAny(record, ["custom_llm_provider", "response_cost", "spend", "call_type"])],
  [
    "helicone",
    (record) => hasAny(record, ["request_created_at", "costUSD", "request_body", "signed_body_url"]),
  ],
  ["openrouter", (record) => hasAny(record, ["model_permaslug", "tokens_prompt", "native_tokens_prompt"])],
  [
    "otel",
    (record) =>
      hasAny(record, ["resourceSpans", "scopeSpans"]) ||
      isRecord(unwrapJson(record["attributes"])) ||
      Array.isArray(record["attributes"]),
  ],
  [
    "langfuse",
    (record) =>
      hasAny(record, ["traceId", "trace_id", "usageDetails", "usage_details", "providedModelName"]) ||
      "provided_model_name" in record,
  ],
  ["plain", (record) => hasAny(record, PLAIN.model) && hasAny(record, [...TEXT, ...INPUT, "usage"])],
];

/** Undefined where no tool is recognised. */
export const detectFormat = (record: LogRecord): LogFormat | undefined =>
  MARKS.find(([, isOf]) => isOf(record))?.[0];
