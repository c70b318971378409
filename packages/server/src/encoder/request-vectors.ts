// The vector of a conversation, read exactly as the engine reads it. What the decision path asks for before it decides.
import type { DecisionInput, EncoderFault, EncoderNeed } from "@signalbox/engine";
import { readConversation } from "@signalbox/engine";

import type { PromptVectors } from "./prompt-vectors.ts";

type Conversation = Pick<DecisionInput, "messages" | "tools">;
type Answer = Float32Array | EncoderFault;

export interface RequestVectors {
  /** A plain value when nothing has to be waited for. */
  find(conversation: Conversation): Answer | Promise<Answer>;
  /** For work that nobody's request waits for: previews, comparisons, commands. */
  findPatiently(conversation: Conversation): Answer | Promise<Answer>;
}

const PATIENCE_MS = 10_000;

export function createRequestVectors(vectors: PromptVectors, need: EncoderNeed): RequestVectors {
  const idsOf = ({ messages, tools }: Conversation): Int32Array =>
    need.idsOf(readConversation(messages, tools.length).prompt);
  return {
    find: (conversation) => vectors.find(idsOf(conversation)),
    findPatiently: (conversation) => vectors.find(idsOf(conversation), PATIENCE_MS),
  };
}
