// Answers of upstreams after which another candidate is tried, and what each says of the upstream. The first rule that fits
// holds. Patterns are matched against the first kilobytes of an error's text, in linear time.

type FailureKind = "busy" | "limited" | "broken" | "overflow" | "unknown_model" | "unpaid" | "late";

/** Who is passed over for a while: the model, or all models of its vendor at this upstream. */
type PauseScope = "model" | "vendor";

export interface FailureRule {
  readonly kind: FailureKind;
  readonly statuses: readonly number[];
  readonly pattern?: RegExp;
  readonly pauses?: PauseScope;
  /** In place of the usual pause, where the upstream states none. @unit milliseconds */
  readonly pauseMs?: number;
}

/** How vendors word that the conversation does not fit: each line is one of them. */
const OVERFLOW = new RegExp(
  [
    "prompt is too long", // Anthropic
    "context_length_exceeded|maximum context length", // OpenAI, vLLM, LiteLLM, DeepSeek
    "exceeds the context window", // OpenAI Responses
    "input token count.{0,40}exceeds", // Google
    "input is too long", // Amazon Bedrock
    "maximum prompt length", // xAI
    "context size has been exceeded|exceeds the available context size", // llama.cpp
    "loaded with context length of only", // LM Studio
    "too many tokens|range of input length", // Cohere, Alibaba
    "reduce the length of the (?:messages|prompt|input)", // Groq, Together
    "(?:prompt|conversation|input)\\b.{0,60}\\b(?:longer than|too long|exceeds|does not fit)", // others
  ].join("|"),
  "i",
);

/** An account that has no money left, a 400 at Anthropic and a 429 at OpenAI; a plan that pays for no other agent. */
const UNPAID =
  /credit balance|insufficient_quota|current quota|requires more credits|billing|out of credits|extra usage|only authorized for use with/i;
/** A local model that has no template for tools, or whose server was started without them. */
const NO_TOOLS = /does not support tools|--enable-auto-tool-choice|--jinja/;
/** A plan lacks the model, or the key may not use it. */
const NOT_OFFERED =
  /model_not_found|not_found_error|not supported when using|does not have access to|no access to/i;

const HOUR_MS = 3_600_000;

export const FAILURES: readonly FailureRule[] = [
  { kind: "unpaid", statuses: [402], pauses: "vendor" },
  { kind: "unpaid", statuses: [400, 403, 429], pattern: UNPAID, pauses: "vendor" },
  { kind: "overflow", statuses: [400, 413, 422], pattern: OVERFLOW },
  { kind: "unknown_model", statuses: [400, 500], pattern: NO_TOOLS, pauses: "model" },
  { kind: "limited", statuses: [429], pauses: "model" },
  { kind: "busy", statuses: [503, 529], pauses: "vendor" },
  { kind: "broken", statuses: [500, 502, 504, 520, 521, 522, 523, 524], pauses: "vendor" },
  { kind: "late", statuses: [408] },
  { kind: "unknown_model", statuses: [400, 403], pattern: NOT_OFFERED, pauses: "model", pauseMs: HOUR_MS },
  { kind: "unknown_model", statuses: [403], pauses: "model" },
  { kind: "unknown_model", statuses: [404], pattern: /model/i, pauses: "model", pauseMs: HOUR_MS },
];
