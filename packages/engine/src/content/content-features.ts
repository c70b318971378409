// A conversation as features: what the caller computed of words that stay with it.
import type { ContentFeaturesWire, TokenizerFamily } from "@signalbox/contracts";
import { TOKENIZER_FAMILIES } from "@signalbox/contracts";

import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import { writeTask } from "../reader/task/task-reading.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import { writeFloats } from "./float-base64.ts";

export interface ContentFeatures {
  /** Version of the artefact that made the features. */
  readonly artefact: string;
  /** @shape featureCount of that artefact */
  readonly features: Float32Array;
  readonly language: string;
  readonly task: TaskReading;
  readonly conversation: ConversationFacts;
  readonly tokens: Readonly<Record<TokenizerFamily, number>>;
}

export function countFamilies(countTokens: TokenCounter): ContentFeatures["tokens"] {
  const counts = TOKENIZER_FAMILIES.map((family) => [family, countTokens(family)] as const);
  return Object.fromEntries(counts) as Record<TokenizerFamily, number>;
}

export function writeContentFeatures(content: ContentFeatures): ContentFeaturesWire {
  const { artefact, features, language, task, conversation, tokens } = content;
  const { demanded } = conversation.prompt;
  const { prompt, modalities, hasToolHistory, notes } = conversation;
  return {
    artefact,
    features: writeFloats(features),
    language,
    task: writeTask(task),
    demanded_length: demanded === undefined ? null : { ...demanded },
    notes: [...notes],
    modalities: [...modalities],
    has_tool_history: hasToolHistory,
    turns: prompt.turnCount,
    tools: prompt.toolCount,
    tokens,
  };
}
