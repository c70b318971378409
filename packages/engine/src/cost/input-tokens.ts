// Input tokens of a conversation for one tokenizer family: every message, part and tool schema, nothing shortened.
import type { TokenizerFamily } from "@signalbox/contracts";

import { countBefore } from "../reader/conversation/answering-roles.ts";
import type { Message, ToolDefinition } from "../reader/conversation/message.ts";
import type { BoundedMap } from "../caches/bounded-map.ts";
import {
  addTexts,
  countSums,
  createTokenCounter as createTextCounter,
  createTokenSums,
  TOKEN_SCAN_CHARS_MAX,
} from "../tokens/estimate-tokens.ts";
import type { TokenCounter, TokenSums } from "../tokens/estimate-tokens.ts";
import { estimatePartTokens, MESSAGE_FRAME_TOKENS } from "../tokens/part-tokens.ts";
import { createToolTokenCounter } from "../tokens/tool-tokens.ts";

export type { TokenCounter } from "../tokens/estimate-tokens.ts";

const PRIMER_TOKENS = 3;

/** Counts of the owner's conversations, by the digests of their beginnings. */
export interface CountedBeginnings {
  /** Keyed digest of the first messages, with the calls and results of tools in them. */
  digestOf(count: number): string;
  readonly counted: BoundedMap<TokenSums>;
}

interface TokenCountOptions {
  /** Whose tools they are: what they cost is remembered for the same owner. */
  readonly owner?: string | undefined;
  readonly beginnings?: CountedBeginnings | undefined;
}

/** Texts are scanned once: one scan serves every family. */
export function createTokenCounter(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  { owner, beginnings }: TokenCountOptions = {},
): TokenCounter {
  const countText = createMessageCounter(messages, beginnings);
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

/** A first turn is scanned as one text, and so is what is short; of a longer conversation what was not counted before. */
function createMessageCounter(messages: readonly Message[], beginnings?: CountedBeginnings): TokenCounter {
  let units = 0;
  for (const { text, toolCallJson } of messages) units += text.length + (toolCallJson?.length ?? 0);
  const before = units <= TOKEN_SCAN_CHARS_MAX ? 0 : countBefore(messages);
  if (before === 0) return createTextCounter(textsOf(messages).join("\n"));
  const known = beginnings?.counted.get(beginnings.digestOf(before));
  const sums = known?.slice() ?? createTokenSums();
  addTexts(textsOf(messages, known === undefined ? 0 : before), sums);
  beginnings?.counted.set(beginnings.digestOf(messages.length), sums);
  return (family) => countSums(sums, family);
}

function partTokens(messages: readonly Message[], family: TokenizerFamily): number {
  let tokens = 0;
  for (const { parts } of messages) for (const part of parts) tokens += estimatePartTokens(part, family);
  return tokens;
}

function textsOf(messages: readonly Message[], from = 0): readonly string[] {
  const texts: string[] = [];
  for (let at = from; at < messages.length; at += 1) {
    const { text, toolCallJson } = messages[at]!;
    texts.push(text);
    if (toolCallJson !== undefined) texts.push(toolCallJson);
  }
  return texts;
}
