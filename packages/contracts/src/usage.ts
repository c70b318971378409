// Tokens of one call as providers, their clients and the tools that log calls report them.
import { isRecord } from "./values.ts";

export interface CallUsage {
  /** All tokens of the request, cached ones too. */
  readonly inputTokens?: number;
  /** Read from a prompt cache, of `inputTokens`. */
  readonly cachedTokens?: number;
  /** Written to a prompt cache, of `inputTokens`. */
  readonly cacheWriteTokens?: number;
  /** Kept for an hour, of `cacheWriteTokens`. */
  readonly cacheWriteHourTokens?: number;
  /** All tokens of the answer, hidden ones too. */
  readonly outputTokens?: number;
  /** Thought before the answer, of `outputTokens`; absent where the provider does not count it. */
  readonly hiddenTokens?: number;
}

/** Providers that count cached tokens apart: Anthropic, and Bedrock's Converse. */
const APART = [
  ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
  ["inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens"],
] as const;
const INPUT = ["input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "promptTokenCount"];
const OUTPUT = ["output_tokens", "completion_tokens", "outputTokens", "completionTokens"];
const CACHED = [
  "cachedInputTokens",
  "cachedContentTokenCount",
  "cache_read_input_tokens",
  ...["prompt_tokens_details", "input_tokens_details", "inputTokenDetails"].flatMap((holder) => [
    `${holder}.cached_tokens`,
    `${holder}.cacheReadTokens`,
  ]),
];
const WRITTEN = ["cache_creation_input_tokens", "inputTokenDetails.cacheWriteTokens"];
const WRITTEN_HOUR = ["cache_creation.ephemeral_1h_input_tokens"];
const HIDDEN = [
  ...["completion_tokens_details", "output_tokens_details"].map((holder) => `${holder}.reasoning_tokens`),
  "thoughtsTokenCount",
  "reasoningTokens",
  "outputTokenDetails.reasoningTokens",
  "reasoning_tokens",
];

/** The first of several members that holds a count; `a.b` is a member of a member. */
function countOf(usage: unknown, names: readonly string[]): number | undefined {
  for (const name of names) {
    let value: unknown = usage;
    for (const member of name.split(".")) value = isRecord(value) ? value[member] : undefined;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return undefined;
}

/** Google counts thoughts beside the answer; all others count them within. */
function outputOf(usage: unknown): number | undefined {
  const [answer, thoughts] = [
    countOf(usage, ["candidatesTokenCount"]),
    countOf(usage, ["thoughtsTokenCount"]),
  ];
  if (answer === undefined && thoughts === undefined) return countOf(usage, OUTPUT);
  return (answer ?? 0) + (thoughts ?? 0);
}

/**
 * Reads a `usage` as OpenAI (both interfaces), Anthropic, Bedrock, Google and the AI SDK write it.
 * @example readUsage({ input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 9 }).inputTokens // 105
 */
export function readUsage(usage: unknown): CallUsage {
  const apart = APART.find(
    ([input, read, written]) =>
      countOf(usage, [input]) !== undefined && countOf(usage, [read, written]) !== undefined,
  );
  const [input, read, written] =
    apart === undefined
      ? [countOf(usage, INPUT), countOf(usage, CACHED), countOf(usage, WRITTEN)]
      : apart.map((name) => countOf(usage, [name]));
  const inputTokens = apart === undefined ? input : (input ?? 0) + (read ?? 0) + (written ?? 0);
  const outputTokens = outputOf(usage);
  const hiddenTokens = countOf(usage, HIDDEN);
  const cacheWriteHourTokens = countOf(usage, WRITTEN_HOUR);
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(read !== undefined && { cachedTokens: read }),
    ...(written !== undefined && { cacheWriteTokens: written }),
    ...(cacheWriteHourTokens !== undefined && { cacheWriteHourTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(hiddenTokens !== undefined && { hiddenTokens }),
  };
}
