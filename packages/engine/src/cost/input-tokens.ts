// Input tokens of a conversation for one tokenizer family: every message and tool schema, nothing shortened.
import type { TokenizerFamily } from "@signalbox/contracts";

import type { Message, ToolDefinition } from "../decide/types.ts";
import { createTokenCounter as createTextCounter } from "../tokens/estimate-tokens.ts";
import type { TokenCounter } from "../tokens/estimate-tokens.ts";

export type { TokenCounter } from "../tokens/estimate-tokens.ts";

/** Role and delimiters around each message, the line break that joins it here not counted. */
const MESSAGE_FRAME_TOKENS = 3;
const PRIMER_TOKENS = 3;
/** A tool's frame in the hidden listing that the provider writes for the model. */
const TOOL_FRAME_TOKENS = 8;
/** One picture, a minute of sound or a page of a document, as the usual providers bill them. */
const PART_TOKENS = 1_000;

/** All texts are scanned once, joined: one scan serves every family, and a long chain costs no more than its length. */
export function createTokenCounter(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
): TokenCounter {
  const countText = createTextCounter(joinTexts(messages, tools));
  let frames = PRIMER_TOKENS + MESSAGE_FRAME_TOKENS * messages.length + TOOL_FRAME_TOKENS * tools.length;
  for (const { parts } of messages) frames += PART_TOKENS * parts.length;
  return (family: TokenizerFamily) => countText(family) + frames;
}

function joinTexts(messages: readonly Message[], tools: readonly ToolDefinition[]): string {
  const [only] = messages;
  if (messages.length === 1 && tools.length === 0 && only !== undefined && only.toolCallJson === undefined)
    return only.text;
  const texts: string[] = [];
  for (const { text, toolCallJson } of messages) {
    texts.push(text);
    if (toolCallJson !== undefined) texts.push(toolCallJson);
  }
  for (const { name, description, parametersJson } of tools) texts.push(name, description, parametersJson);
  return texts.join("\n");
}
