// Tokens that tool definitions add to the input. Providers write them into the prompt in forms of their own; the constants are
// fitted to the billed input tokens of 1,335 function-calling requests a model (Berkeley function calling, 2024 models).

import type { TokenizerFamily } from "@signalbox/contracts";
import { createTokenCounter, type TokenCounter } from "./estimate-tokens.ts";

// An agent sends the same tools with every turn. What was read of them is kept, bounded in characters for everybody together,
// and found by its owner alone: how long a request takes says nothing of anybody else's tools. The whole text is the key, which
// costs less than a digest of it and cannot be mistaken.

/** At two bytes each at most. @unit UTF-16 code units */
const CHARS_MAX = 4_194_304;
/** More is read each time. */
const ONE_CHARS_MAX = CHARS_MAX / 16;

interface KeyedTool {
  readonly name: string;
  readonly description: string;
  readonly parametersJson: string;
}

/** Lengths before the texts: no two lists share a key. */
function keyOf(owner: string, tools: readonly KeyedTool[]): string {
  let key = `${owner.length}:${owner}`;
  for (const { name, description, parametersJson: json } of tools)
    key += `${name.length},${description.length},${json.length}:${name}${description}${json}`;
  return key;
}

interface KnownTools<T> {
  /** Characters that are kept. */
  readonly chars: number;
  /** The result of `read` for these tools, now or earlier. @param owner undefined: nothing is kept */
  get(owner: string | undefined, tools: readonly KeyedTool[], read: () => T): T;
}

export function createKnownTools<T>(charsMax: number = CHARS_MAX): KnownTools<T> {
  const known = new Map<string, T>();
  let chars = 0;
  const keep = (key: string, value: T): void => {
    known.set(key, value);
    chars += key.length;
    for (const oldest of known.keys()) {
      if (chars <= charsMax) return;
      known.delete(oldest);
      chars -= oldest.length;
    }
  };
  return {
    get chars() {
      return chars;
    },
    get: (owner, tools, read) => {
      if (owner === undefined) return read();
      const key = keyOf(owner, tools);
      const before = known.get(key);
      if (before !== undefined) return before;
      const value = read();
      if (key.length <= Math.min(ONE_CHARS_MAX, charsMax)) keep(key, value);
      return value;
    },
  };
}

/** The parts of a tool's definition that reach the prompt. */
export interface ToolText {
  readonly name: string;
  readonly description: string;
  /** JSON text of the parameters' schema; may be empty. */
  readonly parametersJson: string;
}

interface ToolCost {
  /** The instructions that come with the first tool. @unit tokens */
  readonly base: number;
  /** Tokens for each token of the tools' compact JSON. */
  readonly perJsonToken: number;
  /** @unit tokens for each tool */
  readonly perTool: number;
  /** @unit tokens for each parameter */
  readonly perParameter: number;
}

const OPENAI: ToolCost = { base: 38, perJsonToken: 1.02, perTool: -18, perParameter: -9.7 };
const CLAUDE: ToolCost = { base: 319, perJsonToken: 0.89, perTool: 6.6, perParameter: 1.2 };
/** By the chat templates of open models: a paragraph of instructions, then the JSON as it is. Not measured. */
const OPEN_TEMPLATE: ToolCost = { base: 100, perJsonToken: 1.05, perTool: 6, perParameter: 0 };
const COSTS: Readonly<Record<TokenizerFamily, ToolCost>> = {
  o200k: OPENAI,
  cl100k: OPENAI,
  claude: CLAUDE,
  "claude-4.7": CLAUDE,
  gemini: { base: 16, perJsonToken: 0.89, perTool: -24, perParameter: -7.1 },
  mistral: { base: 21, perJsonToken: 0.97, perTool: 15, perParameter: 3 },
  llama3: { base: 210, perJsonToken: 1.03, perTool: 28, perParameter: 0.7 },
  qwen: OPEN_TEMPLATE,
  deepseek: OPEN_TEMPLATE,
  unknown: OPEN_TEMPLATE,
};

const TYPED_SCHEMA = /"type"\s*:/g;

/** Schemas below the root, nested ones too: each states its type once. */
function parameterCount(parametersJson: string): number {
  return Math.max(0, (parametersJson.match(TYPED_SCHEMA)?.length ?? 0) - 1);
}

function jsonOf({ name, description, parametersJson }: ToolText): string {
  return `{"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},"parameters":${parametersJson}}`;
}

type ToolTokenCounter = (family: TokenizerFamily) => number;

interface ReadTools {
  readonly countJson: TokenCounter;
  readonly parameters: number;
}

const readBefore = createKnownTools<ReadTools>();

function readTools(tools: readonly ToolText[]): ReadTools {
  return {
    countJson: createTokenCounter(`[${tools.map(jsonOf).join(",")}]`),
    parameters: tools.reduce((sum, tool) => sum + parameterCount(tool.parametersJson), 0),
  };
}

/**
 * Reads the tools once; the counter then answers for any family, in whole tokens.
 * @param owner whose tools they are: read only once while the same owner sends them again
 */
export function createToolTokenCounter(tools: readonly ToolText[], owner?: string): ToolTokenCounter {
  if (tools.length === 0) return () => 0;
  const { countJson, parameters } = readBefore.get(owner, tools, () => readTools(tools));
  return (family) => {
    const cost = COSTS[family];
    const perPiece = cost.perTool * tools.length + cost.perParameter * parameters;
    return Math.max(Math.round(cost.base + cost.perJsonToken * countJson(family) + perPiece), tools.length);
  };
}

/** Whole tokens; 0 for no tools. */
export function estimateToolTokens(tools: readonly ToolText[], family: TokenizerFamily): number {
  return createToolTokenCounter(tools)(family);
}
