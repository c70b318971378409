// Answers of upstreams after which another candidate is tried, and what each says of the upstream. The first rule that fits
// holds. Patterns are matched against the first kilobytes of an error's text, in linear time.

type FailureKind = "busy" | "broken" | "overflow" | "unknown_model";

export interface FailureRule {
  readonly kind: FailureKind;
  readonly statuses: readonly number[];
  readonly pattern?: RegExp;
  /** The whole upstream is passed over for a while: its other models fail for the same reason. */
  readonly pauses: boolean;
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
    "context size has been exceeded|exceeds the available context size", // llama.cpp, LM Studio
    "too many tokens|range of input length", // Cohere, Alibaba
    "reduce the length of the (?:messages|prompt|input)", // Groq, Together
  ].join("|"),
  "i",
);

export const FAILURES: readonly FailureRule[] = [
  { kind: "overflow", statuses: [400, 413, 422], pattern: OVERFLOW, pauses: false },
  { kind: "busy", statuses: [429, 503, 529], pauses: true },
  { kind: "broken", statuses: [500, 502, 504, 520, 521, 522, 523, 524], pauses: true },
  { kind: "unknown_model", statuses: [404], pattern: /model/i, pauses: false },
];
