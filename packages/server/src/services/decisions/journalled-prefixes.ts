// Conversations of the account that the journal knows and this process does not: decided before it started, or by another
// replica. The newest rows are read by time, at most once a second and only on demand; only digests are kept.
import { createBoundedMap, type BoundedMap } from "@signalbox/engine/internals";
import { isUnavailable, type DecisionRepository, type DigestedDecision } from "@signalbox/storage";

import type { FoundTurn } from "../../context/ports.ts";
import { turnOf } from "./session-memory.ts";

const ACCOUNTS_MAX = 500;
/** Rows that are read at a time and conversations that are kept of an account: some minutes of a busy one. */
const ROWS_MAX = 2000;
const REFRESH_MS = 1000;
/** Rows of other replicas may be committed late and by a clock of their own. */
const OVERLAP_MS = 5000;

/** The questions that a key asked of one subject in one conversation: as much for a thousand rows as for one. */
interface KnownConversation {
  readonly newest: DigestedDecision;
  /** When it was last of another chain than the newest row's. @unit milliseconds since 1970 */
  readonly otherMs: number;
}

interface KnownRows {
  /** By digest, key and subject. */
  readonly conversations: BoundedMap<KnownConversation>;
  /** @unit milliseconds since 1970 */
  seenMs: number;
  refreshedMs: number;
  reading: Promise<void> | undefined;
}

interface PrefixQuestion {
  readonly accountId: string;
  readonly keyId: string;
  readonly subjectDigest: string | null;
  readonly digest: string;
  readonly isToolLoopOpen: boolean;
  /** @unit milliseconds since 1970 */
  readonly oldestMs: number;
  readonly nowMs: number;
}

export interface JournalledPrefixes {
  /** The last turn of exactly this conversation; undefined when there is none, or none that is certain. */
  find(question: PrefixQuestion): Promise<FoundTurn | undefined>;
  forget(accountId: string): void;
}

type Named = Pick<DigestedDecision, "requestDigest" | "keyId" | "subjectDigest">;

const nameOf = ({ requestDigest, keyId, subjectDigest }: Named): string =>
  `${requestDigest} ${keyId} ${subjectDigest ?? ""}`;

/** Rows may be met again, and those of other replicas out of order. */
function learn(known: KnownConversation | undefined, row: DigestedDecision): KnownConversation {
  if (known === undefined) return { newest: row, otherMs: Number.NEGATIVE_INFINITY };
  const { newest, otherMs } = known;
  const isOther = row.chainId !== newest.chainId;
  if (row.createdAtMs < newest.createdAtMs)
    return isOther && row.createdAtMs > otherMs ? { newest, otherMs: row.createdAtMs } : known;
  return { newest: row, otherMs: isOther ? newest.createdAtMs : otherMs };
}

type Journalled = Pick<DecisionRepository, "listDigests" | "find">;

async function read(decisions: Journalled, known: KnownRows, question: PrefixQuestion): Promise<void> {
  const { accountId, oldestMs } = question;
  const afterMs = Math.max(oldestMs, known.seenMs - OVERLAP_MS);
  const rows = await decisions.listDigests({ accountId, afterMs, limit: ROWS_MAX });
  for (const row of rows.toReversed()) {
    const name = nameOf(row);
    known.conversations.set(name, learn(known.conversations.get(name), row));
    known.seenMs = Math.max(known.seenMs, row.createdAtMs);
  }
}

async function refresh(decisions: Journalled, known: KnownRows, question: PrefixQuestion): Promise<void> {
  if (known.reading === undefined && Math.abs(question.nowMs - known.refreshedMs) < REFRESH_MS) return;
  known.refreshedMs = question.nowMs;
  known.reading ??= read(decisions, known, question).finally(() => {
    known.reading = undefined;
  });
  await known.reading;
}

export function createJournalledPrefixes(decisions: Journalled): JournalledPrefixes {
  const accounts = createBoundedMap<KnownRows>(ACCOUNTS_MAX);
  const rowsOf = (accountId: string): KnownRows => {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const conversations = createBoundedMap<KnownConversation>(ROWS_MAX);
    const fresh = { conversations, seenMs: 0, refreshedMs: Number.NEGATIVE_INFINITY, reading: undefined };
    accounts.set(accountId, fresh);
    return fresh;
  };
  return {
    forget: (accountId) => {
      accounts.delete(accountId);
    },
    find: async (question) => {
      const { accountId, keyId, subjectDigest, digest, isToolLoopOpen, oldestMs } = question;
      const known = rowsOf(accountId);
      try {
        await refresh(decisions, known, question);
      } catch (error) {
        // While the database is away the conversation starts a new chain: a decision without its chain is better than none.
        if (isUnavailable(error)) return undefined;
        throw error;
      }
      const conversation = known.conversations.get(nameOf({ requestDigest: digest, keyId, subjectDigest }));
      if (conversation === undefined || conversation.newest.createdAtMs < oldestMs) return undefined;
      const { newest, otherMs } = conversation;
      // As in memory: whose conversation this is cannot be known where two chains have the same words.
      const isJoined = otherMs < oldestMs;
      if (!isJoined && !isToolLoopOpen) return undefined;
      const row = await decisions.find({ accountId, sessionId: newest.sessionId });
      return row === undefined || row.request["find_session"] === false
        ? undefined
        : { turn: turnOf(row), isJoined };
    },
  };
}
