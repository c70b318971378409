// The chain that a conversation continues when its client does not say so: agents and chat windows send all earlier turns
// again, so a request begins with the whole of an earlier one. Kept are keyed digests alone, per account and key, in memory
// and bounded; what was forgotten, or decided by another replica, stands alone.
import type { Message } from "@signalbox/engine/internals";
import { createBoundedMap, type BoundedMap } from "@signalbox/engine/internals";
import type { SelectRequest } from "@signalbox/engine";

import { digestContent, digestText, type DigestKey } from "../../context/content-digest.ts";
import type { ConversationChains, SessionTurn } from "../../context/ports.ts";

const ACCOUNTS_MAX = 2000;
const STARTS_MAX = 10_000;
/** Turns kept of conversations that begin alike: the same greeting under the same system prompt. */
const TURNS_MAX = 16;
/** Of each of the first messages; the whole of them is in the digest of the prefix. */
const START_CHARS_MAX = 2000;

interface KnownPrefix {
  readonly messageCount: number;
  /** Of exactly these messages. */
  readonly digest: string;
  readonly turn: SessionTurn;
}

type Starts = BoundedMap<readonly KnownPrefix[]>;

/** System text, tools and the first message of the user: where conversations part. */
function startDigest(key: DigestKey, keyId: string, { messages, tools }: Conversation): string {
  const first = messages.findIndex(({ role }) => role === "user");
  const start = messages
    .slice(0, first + 1)
    .map(({ role, text }) => `${role}\u0000${text.slice(0, START_CHARS_MAX)}`);
  const names = tools.map(({ name }) => name);
  return digestText(key, [keyId, ...names, ...start].join("\u0000"));
}

type Conversation = Pick<SelectRequest, "messages" | "tools">;

/** Nothing of an answer is in a request that only asks. */
const hasAnswer = (messages: readonly Message[]): boolean =>
  messages.length > 1 && messages.some(({ role }) => role === "assistant");

export function createConversationChains(): ConversationChains {
  const accounts = createBoundedMap<Starts>(ACCOUNTS_MAX);
  return {
    find: ({ accountId, keyId, digestKey, conversation, isToolLoopOpen, oldestMs }) => {
      const starts = accounts.get(accountId);
      if (starts === undefined || !hasAnswer(conversation.messages)) return undefined;
      const known = starts.get(startDigest(digestKey, keyId, conversation));
      const live = known?.filter(({ turn }) => turn.createdAtMs >= oldestMs) ?? [];
      return longestPrefix(live, { digestKey, conversation, isToolLoopOpen });
    },
    remember: ({ accountId, keyId, digestKey, conversation, digest, turn }) => {
      let starts = accounts.get(accountId);
      if (starts === undefined) accounts.set(accountId, (starts = createBoundedMap(STARTS_MAX)));
      const start = startDigest(digestKey, keyId, conversation);
      const messageCount = conversation.messages.length;
      const before = starts.get(start) ?? [];
      starts.set(start, [{ messageCount, digest, turn }, ...before].slice(0, TURNS_MAX));
    },
  };
}

interface Lookup {
  readonly digestKey: DigestKey;
  readonly conversation: Conversation;
  readonly isToolLoopOpen: boolean;
}

/** @param known the newest first */
function longestPrefix(
  known: readonly KnownPrefix[],
  { digestKey, conversation: { messages }, isToolLoopOpen }: Lookup,
): SessionTurn | undefined {
  const counts = new Set(
    known.map(({ messageCount }) => messageCount).filter((count) => count < messages.length),
  );
  for (const count of [...counts].sort((a, b) => b - a)) {
    const digest = digestContent(messages.slice(0, count), digestKey);
    const same = known.filter((prefix) => prefix.messageCount === count && prefix.digest === digest);
    const [newest] = same;
    if (newest === undefined) continue;
    // Two conversations with the same words so far: whose this is cannot be known where they went to different models.
    const isShared = same.some(({ turn }) => turn.label !== newest.turn.label);
    return isShared && !isToolLoopOpen ? undefined : newest.turn;
  }
  return undefined;
}
