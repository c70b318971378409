// Tokens of an answer as the usual providers report them; for another form pass a reader of your own.

export interface ModelUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** Reads the tokens from a whole answer or from one chunk; undefined when it tells none. */
export type UsageReader<T> = (value: T) => ModelUsage | undefined;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

const countOf = (usage: Members, names: readonly string[]): number | undefined => {
  const found = names.map((name) => usage[name]).find((value) => typeof value === "number");
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
};

/** `usage` of the value, of its `response` or of its `message`: OpenAI (both interfaces), Anthropic, AI SDK. */
export function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value)) return undefined;
  const holder = [value, value["response"], value["message"]].find(
    (place): place is Members => isObject(place) && isObject(place["usage"]),
  );
  const usage = holder?.["usage"];
  if (!isObject(usage)) return undefined;
  const input = countOf(usage, ["input_tokens", "prompt_tokens", "inputTokens"]);
  const output = countOf(usage, ["output_tokens", "completion_tokens", "outputTokens"]);
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}
