// Input tokens of a conversation for one tokenizer family: every message and tool schema, nothing shortened.
// Counted once a family and decision, since candidates of one family share it.
import type { TokenizerFamily } from "@signalbox/contracts";

import type { Message, ToolDefinition } from "../decide/types.ts";

/** Role and delimiters around each message, and the primer of the answer. */
const MESSAGE_OVERHEAD_TOKENS = 4;
const PRIMER_TOKENS = 3;

export type TokenCounter = (family: TokenizerFamily) => number;

export function createTokenCounter(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
): TokenCounter {
  const counts = new Map<TokenizerFamily, number>();
  return (family) => {
    const known = counts.get(family);
    if (known !== undefined) return known;
    const count = countTokens(messages, tools, family);
    counts.set(family, count);
    return count;
  };
}

/** Characters to a token in running text. */
const CHARS_PER_TOKEN = 4;
const PART_TOKENS = 1_000;

function countTokens(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  _family: TokenizerFamily,
): number {
  let tokens = PRIMER_TOKENS;
  for (const message of messages) {
    const chars = message.text.length + (message.toolCallJson?.length ?? 0);
    tokens += MESSAGE_OVERHEAD_TOKENS + chars / CHARS_PER_TOKEN + message.parts.length * PART_TOKENS;
  }
  for (const tool of tools)
    tokens += (tool.name.length + tool.description.length + tool.parametersJson.length) / CHARS_PER_TOKEN;
  return Math.round(tokens);
}
