// Memory that an owner's earlier requests left behind: numbers by keyed digests, and no word. It makes decisions quicker and
// changes none.
import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";
import type { CountedBeginnings } from "../cost/input-tokens.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { TokenSums } from "../tokens/estimate-tokens.ts";

/** A turn as it was read, without its words. */
export interface KnownReading {
  readonly facts: Omit<ConversationFacts, "modalities" | "hasToolHistory">;
  readonly encoding: PromptEncoding;
}

/** Memory of one owner. */
export interface ConversationMemory {
  /** Some 300 bytes each, of conversations beyond 8 KB. */
  readonly counted: BoundedMap<TokenSums>;
  /** Some 2 KB each, of turns that opened a loop of tools. */
  readonly readings: BoundedMap<KnownReading>;
}

const COUNTED_MAX = 1_024;
const READINGS_MAX = 256;

export const createConversationMemory = (): ConversationMemory => ({
  counted: createBoundedMap(COUNTED_MAX),
  readings: createBoundedMap(READINGS_MAX),
});

/** The memory of the owner, and how the conversation in hand is found there. */
export interface Remembered extends ConversationMemory, CountedBeginnings {
  /** Keyed digest of a text. */
  digest(text: string): string;
}
