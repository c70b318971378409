// The vector of a conversation, read exactly as the engine reads it. What the decision path asks for before it decides.
import type { DecisionInput, EncoderFault, EncoderNeed } from "@signalbox/engine";
import { readConversation } from "@signalbox/engine";

import type { PromptVectors } from "./prompt-vectors.ts";

type Conversation = Pick<DecisionInput, "messages" | "tools">;
type Answer = Float32Array | EncoderFault;

export interface RequestVectors {
  /** A plain value when nothing has to be waited for. */
  find(conversation: Conversation): Answer | Promise<Answer>;
}

export function createRequestVectors(vectors: PromptVectors, need: EncoderNeed): RequestVectors {
  return {
    find: ({ messages, tools }) => vectors.find(need.idsOf(readConversation(messages, tools.length).prompt)),
  };
}
