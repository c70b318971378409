// Input tokens of a conversation for one tokenizer family: every message, part and tool schema, nothing shortened.
import type { TokenizerFamily } from "@signalbox/contracts";

import type { Message, ToolDefinition } from "../reader/conversation/message.ts";
import { createTokenCounter as createTextCounter } from "../tokens/estimate-tokens.ts";
import type { TokenCounter } from "../tokens/estimate-tokens.ts";
import { estimatePartTokens, MESSAGE_FRAME_TOKENS } from "../tokens/part-tokens.ts";
import { createToolTokenCounter } from "../tokens/tool-tokens.ts";

export type { TokenCounter } from "../tokens/estimate-tokens.ts";

const PRIMER_TOKENS = 3;

/**
 * Texts are scanned once, joined: one scan serves every family, and a long chain costs no more than its length.
 * @param owner whose tools they are: what they cost is remembered for the same owner
 */
export function createTokenCounter(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  owner?: string,
): TokenCounter {
  const countText = createTextCounter(joinTexts(messages));
  const countTools = tools.length === 0 ? undefined : createToolTokenCounter(tools, owner);
  const frames = PRIMER_TOKENS + MESSAGE_FRAME_TOKENS * messages.length;
  const hasParts = messages.some(({ parts }) => parts.length > 0);
  const counts = new Map<TokenizerFamily, number>();
  return (family) => {
    const known = counts.get(family);
    if (known !== undefined) return known;
    const parts = hasParts ? partTokens(messages, family) : 0;
    const count = countText(family) + frames + (countTools?.(family) ?? 0) + parts;
    counts.set(family, count);
    return count;
  };
}

function partTokens(messages: readonly Message[], family: TokenizerFamily): number {
  let tokens = 0;
  for (const { parts } of messages)
    for (const { modality } of parts) tokens += estimatePartTokens(modality, family);
  return tokens;
}

function joinTexts(messages: readonly Message[]): string {
  const [only] = messages;
  if (messages.length === 1 && only !== undefined && only.toolCallJson === undefined) return only.text;
  const texts: string[] = [];
  for (const { text, toolCallJson } of messages) {
    texts.push(text);
    if (toolCallJson !== undefined) texts.push(toolCallJson);
  }
  return texts.join("\n");
}
