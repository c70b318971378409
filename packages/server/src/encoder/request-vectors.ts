// The vector of a conversation, read exactly as the engine reads it. What the decision path asks for before it decides.
import type { Asked } from "@signalbox/engine";
import type { EncoderFault, EncoderNeed } from "@signalbox/engine/internals";
import { readConversation } from "@signalbox/engine/internals";

import type { PromptVectors } from "./prompt-vectors.ts";

type Conversation = Pick<Asked, "messages" | "tools">;
type Answer = Float32Array | EncoderFault;

export interface RequestVectors {
  /** A plain value when nothing has to be waited for. */
  find(conversation: Conversation, accountId: string): Answer | Promise<Answer>;
  /** For work that nobody's request waits for: previews, comparisons, commands. @param owner an account, or "" for the service */
  findPatiently(conversation: Conversation, owner: string): Answer | Promise<Answer>;
}

const PATIENCE_MS = 10_000;

export function createRequestVectors(vectors: PromptVectors, need: EncoderNeed): RequestVectors {
  const idsOf = ({ messages, tools }: Conversation): Int32Array =>
    need.idsOf(readConversation(messages, tools));
  return {
    find: (conversation, owner) => vectors.find({ ids: idsOf(conversation), owner }),
    findPatiently: (conversation, owner) =>
      vectors.find({ ids: idsOf(conversation), owner, budgetMs: PATIENCE_MS }),
  };
}
