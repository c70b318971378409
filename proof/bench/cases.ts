// The bodies that are sent. Their text is plain English made from a fixed list of words, so that every run sends the same.

const WORDS =
  "how can a small team keep a large service simple when every request asks for another exception and nobody remembers why the first rule was made explain with examples and compare three designs".split(
    " ",
  );

const MODELS = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "openai/o3",
  "openai/gpt-4.1",
  "openai/gpt-4.1-mini",
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-3-5-haiku",
  "google/gemini-2.5-pro",
  "google/gemini-2.5-flash",
  "meta-llama/llama-3.3-70b-instruct",
  "mistralai/mistral-large",
  "deepseek/deepseek-chat",
  "qwen/qwen-2.5-72b-instruct",
  "x-ai/grok-3",
  "x-ai/grok-3-mini",
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "anthropic/claude-opus-4.1",
  "google/gemini-2.0-flash-001",
  "meta-llama/llama-3.1-8b-instruct",
];

export interface BenchCase {
  readonly name: string;
  readonly body: string;
  /** Smallest ratio to the echo that the project allows itself. */
  readonly budget: number;
}

function textOf(chars: number): string {
  const words: string[] = [];
  for (let length = 0, index = 0; length < chars; index += 1) {
    const word = WORDS[(index * 7) % WORDS.length] ?? "";
    words.push(word);
    length += word.length + 1;
  }
  return words.join(" ").slice(0, chars);
}

function toolOf(index: number): object {
  return {
    type: "function",
    function: {
      name: `look_up_${index}`,
      description: textOf(160),
      parameters: {
        type: "object",
        properties: { query: { type: "string", description: textOf(60) }, limit: { type: "integer" } },
        required: ["query"],
      },
    },
  };
}

interface Shape {
  readonly bytes: number;
  readonly candidates: number;
  readonly tools: number;
  readonly turns: number;
}

/** A body of exactly the size asked for, as far as its fixed parts allow. */
export function buildBody({ bytes, candidates, tools, turns }: Shape): string {
  const make = (chars: number): string =>
    JSON.stringify({
      messages: Array.from({ length: turns }, (_, turn) => ({
        role: turn % 2 === turns % 2 ? "assistant" : "user",
        content: textOf(chars),
      })),
      llm_providers: MODELS.slice(0, candidates).map((model) => ({
        provider: model.split("/")[0],
        model: model.split("/")[1],
      })),
      ...(tools === 0 ? {} : { tools: Array.from({ length: tools }, (_, index) => toolOf(index)) }),
      tradeoff: "cost",
    });
  const fixed = Buffer.byteLength(make(0));
  return make(Math.max(40, Math.floor((bytes - fixed) / turns)));
}

export const CASES: readonly BenchCase[] = [
  {
    name: "1 KB, 10 candidates",
    body: buildBody({ bytes: 1024, candidates: 10, tools: 0, turns: 1 }),
    budget: 0.4,
  },
  {
    name: "10 KB, 20 candidates, 8 tools",
    body: buildBody({ bytes: 10_240, candidates: 20, tools: 8, turns: 7 }),
    budget: 0.3,
  },
  {
    name: "50 KB, 10 candidates",
    body: buildBody({ bytes: 51_200, candidates: 10, tools: 0, turns: 9 }),
    budget: 0.45,
  },
];
