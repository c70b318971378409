// The chain that a conversation continues when its client does not say so: agents and chat windows send all earlier turns
// again, so a request begins with the whole of an earlier one. Kept are keyed digests alone, per account, key and subject, in memory
// and bounded. Where memory does not know the turn just before this one, the journal is asked: it may have been decided before
// the start of this process, or by another replica.
import type { Message } from "@signalbox/engine/internals";
import { ANSWERING_ROLES, countBefore, createBoundedMap, type BoundedMap } from "@signalbox/engine/internals";
import type { SelectRequest } from "@signalbox/engine";

import { digestText } from "../../context/content-digest.ts";
import type { ConversationDigests } from "../../context/content-digest.ts";
import type { ChainPlace, ConversationChains, FoundTurn, SessionTurn } from "../../context/ports.ts";
import type { JournalledPrefixes } from "./journalled-prefixes.ts";

const ACCOUNTS_MAX = 2000;
const STARTS_MAX = 10_000;
/** Turns kept of conversations that begin alike: the same greeting under the same system prompt. */
const TURNS_MAX = 16;
/** Longest beginning digested of each of the first messages; the whole of them is in the digest of the prefix. */
const START_CHARS_MAX = 2000;

interface KnownPrefix {
  readonly messageCount: number;
  /** Digest of exactly these messages. */
  readonly digest: string;
  readonly turn: SessionTurn;
}

type Starts = BoundedMap<readonly KnownPrefix[]>;

/** Until the first message of the user: where conversations part. */
const startOf = (messages: readonly Message[]): readonly Message[] =>
  messages.slice(0, messages.findIndex(({ role }) => role === "user") + 1);

/** Digest of key, subject, system text, tools and the first message of the user. A first turn of usual length is nothing else. */
function startDigest({ digests, keyId, conversation: { messages, tools } }: Keyed): string {
  const start = startOf(messages);
  const whose = `${keyId} ${digests.subject ?? ""}`;
  if (tools.length === 0 && start.length > 0 && start.every(({ text }) => text.length <= START_CHARS_MAX))
    return `${whose} ${digests.of(start.length)}`;
  const texts = start.map(({ role, text }) => `${role}\u0000${text.slice(0, START_CHARS_MAX)}`);
  const names = tools.map(({ name }) => name);
  return digestText(digests.key, [whose, ...names, ...texts].join("\u0000"));
}

interface Keyed {
  readonly digests: ConversationDigests;
  readonly keyId: string;
  readonly conversation: Conversation;
}

/** Asked for before the decision, and after it. */
const startOnce = (keyed: Keyed): string => (keyed.digests.start ??= startDigest(keyed));

type Conversation = Pick<SelectRequest, "messages" | "tools">;

export function placeInChain(keyed: Keyed): ChainPlace {
  const messageCount = keyed.conversation.messages.length;
  return { start: startOnce(keyed), messageCount, digest: keyed.digests.of(messageCount) };
}

/** Nothing of an answer is in a request that only asks. */
const hasAnswer = (messages: readonly Message[]): boolean =>
  messages.length > 1 && messages.some(({ role }) => ANSWERING_ROLES.has(role));

export function createConversationChains(journalled: JournalledPrefixes): ConversationChains {
  const accounts = createBoundedMap<Starts>(ACCOUNTS_MAX);
  return {
    find: ({ accountId, keyId, digests, conversation, isToolLoopOpen, oldestMs, nowMs }) => {
      const { messages } = conversation;
      if (!hasAnswer(messages)) return undefined;
      const known = accounts.get(accountId)?.get(startOnce({ digests, keyId, conversation }));
      const live = known?.filter(({ turn }) => turn.createdAtMs >= oldestMs) ?? [];
      const found = longestPrefix(live, { digests, conversation, isToolLoopOpen });
      if (found === "shared") return undefined;
      const count = countBefore(messages);
      if (count === 0 || (found !== undefined && found.messageCount >= count)) return found;
      const { subject: subjectDigest } = digests;
      const digest = digests.of(count);
      const question = { accountId, keyId, subjectDigest, digest, isToolLoopOpen, oldestMs, nowMs };
      return journalled.find(question).then((turn) => turn ?? found);
    },
    forget: (accountId) => {
      accounts.delete(accountId);
      journalled.forget(accountId);
    },
    remember: ({ start, messageCount, digest }, turn) => {
      const { accountId } = turn;
      let starts = accounts.get(accountId);
      if (starts === undefined) accounts.set(accountId, (starts = createBoundedMap(STARTS_MAX)));
      const before = starts.get(start) ?? [];
      starts.set(start, [{ messageCount, digest, turn }, ...before].slice(0, TURNS_MAX));
    },
  };
}

interface Lookup {
  readonly digests: ConversationDigests;
  readonly conversation: Conversation;
  readonly isToolLoopOpen: boolean;
}

/** @param known the newest first */
function longestPrefix(
  known: readonly KnownPrefix[],
  { digests, conversation: { messages }, isToolLoopOpen }: Lookup,
): (KnownPrefix & FoundTurn) | "shared" | undefined {
  const counts = new Set(
    known.map(({ messageCount }) => messageCount).filter((count) => count < messages.length),
  );
  for (const count of [...counts].sort((a, b) => b - a)) {
    const digest = digests.of(count);
    const same = known.filter((prefix) => prefix.messageCount === count && prefix.digest === digest);
    const [newest] = same;
    if (newest === undefined) continue;
    // Two conversations with the same words so far: whose this is cannot be known. A loop of tools keeps its model all the same.
    const isShared = same.some(({ turn }) => turn.chainId !== newest.turn.chainId);
    return isShared && !isToolLoopOpen ? "shared" : { ...newest, isJoined: !isShared };
  }
  return undefined;
}
