import type { AccountScope, Page, PageInput } from "./common.ts";
import type { DECISION, RowOf, SUMMARY, KeptDecision } from "./decision-table.ts";
import type { FeedbackKind } from "./groups.ts";
import type { Acknowledged } from "./journal-sink.ts";

/** The narrow part of a journal row: what lists and charts need. */
export type DecisionSummary = RowOf<typeof SUMMARY>;

/** A whole journal row: everything needed to reproduce the answer, and to learn from it. */
export interface DecisionRow extends Omit<RowOf<typeof DECISION>, "explanation"> {
  /** In the column `explanation`, which once held words. */
  readonly record: KeptDecision;
}

/** The members that identify a continued conversation: its digest and its owner. */
export type DigestedDecision = Pick<
  DecisionRow,
  "sessionId" | "keyId" | "chainId" | "createdAtMs" | "requestDigest" | "subjectDigest"
>;

/** Decisions of one conversation, of one subject: null where none is named, undefined for any. */
interface ChainOfSubject {
  readonly chainId: string;
  readonly subjectDigest: string | null | undefined;
}

export interface DecisionFilter extends AccountScope {
  readonly label?: string | undefined;
  readonly field?: string | undefined;
  readonly language?: string | undefined;
  /** Without a pick: a rule or a limit left no candidate. */
  readonly refused?: boolean | undefined;
  readonly degraded?: boolean | undefined;
  readonly explored?: boolean | undefined;
  /** Whether a filter turned at least one candidate away. */
  readonly rejected?: boolean | undefined;
  /** Null: decisions without a preference. */
  readonly preferenceId?: string | null | undefined;
  /** Version of that preference. */
  readonly preferenceVersion?: number | undefined;
  /** Null: decisions without a key, those of the dashboard. */
  readonly keyId?: string | null | undefined;
  /** Digests of one subject, under each of the account's keys. */
  readonly subjectDigests?: readonly string[] | undefined;
  readonly sessions?:
    | { readonly sessionIds: readonly string[]; readonly chains: readonly ChainOfSubject[] }
    | undefined;
  readonly operation?: string | undefined;
  /** Every one of these. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly callRole?: string | undefined;
  /** Expected dollars of the pick, inclusive and exclusive; either leaves out picks without a known price. */
  readonly usdMin?: number | undefined;
  readonly usdMax?: number | undefined;
  /** Whether the pick has a known price. */
  readonly priced?: boolean | undefined;
  /** "any": whatever was reported. */
  readonly feedback?: FeedbackKind | "any" | undefined;
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  /** The start of a session id, or a part of label, model, field or language; of kept text too. */
  readonly q?: string | undefined;
}

export interface ChainsInput extends AccountScope {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly keyId?: string | undefined;
  readonly turnsMin: number;
  readonly order: "latest" | "usd" | "turns";
  readonly limit: number;
  /** Decisions looked at, the newest. */
  readonly rowsMax: number;
}

/** Sums over the decisions of one conversation, of those that were looked at. */
export interface ChainSums {
  readonly chainId: string;
  readonly turns: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly usd: number;
  readonly pricedTurns: number;
}

/** Sort order: the most expensive, the slowest, the least likely to succeed, the longest to decide. */
export type DecisionSort = "usd" | "seconds" | "success" | "decideUs";

/** Whose text goes: that of decisions by the preferences named, or of all but those. Absent: everybody's. */
export interface TextPurge extends AccountScope {
  readonly beforeMs: number;
  readonly limit: number;
  readonly preferences?: { readonly ids: readonly string[]; readonly isExcept: boolean } | undefined;
}

export interface DecisionRepository {
  find(input: AccountScope & { readonly sessionId: string }): Promise<DecisionRow | undefined>;
  findSummary(input: AccountScope & { readonly sessionId: string }): Promise<DecisionSummary | undefined>;
  /** Session ids of the decisions of the account made just after and just before this one. */
  neighbours(input: AccountScope & { readonly sessionId: string; readonly createdAtMs: number }): Promise<{
    readonly newer: string | undefined;
    readonly older: string | undefined;
  }>;
  /**
   * Newest first. With `q`, or a filter that no index serves, one page looks at a bounded number of rows: it may hold fewer than `limit`, or none,
   * and still have a `nextCursor`.
   */
  list(input: DecisionFilter & PageInput): Promise<Page<DecisionSummary>>;
  /** The same in another order, among the newest `rowsMax` rows before a moment. */
  listSorted(
    input: DecisionFilter &
      PageInput & { readonly sort: DecisionSort; readonly rowsMax: number; readonly toMs: number },
  ): Promise<Page<DecisionSummary>>;
  /** Kept text by session; decisions without any, or with more than so many characters of JSON, are missing. */
  listTexts(
    input: AccountScope & { readonly sessionIds: readonly string[]; readonly charsMax: number },
  ): Promise<ReadonlyMap<string, NonNullable<DecisionRow["text"]>>>;
  /** The decisions that came after a moment, oldest first: for the live tail across replicas. */
  listAfter(
    input: AccountScope & { readonly afterMs: number; readonly limit: number },
  ): Promise<readonly DecisionSummary[]>;
  /** Digests of the newest decisions after a moment, newest first. */
  listDigests(
    input: AccountScope & { readonly afterMs: number; readonly limit: number },
  ): Promise<readonly DigestedDecision[]>;
  /** Conversations of several turns among the newest decisions of a span. */
  sumChains(input: ChainsInput): Promise<{
    readonly chains: readonly ChainSums[];
    /** The oldest decision that was looked at, where the span has older ones. */
    readonly countedFromMs: number | null;
  }>;
  /** Every decision of one chain in its order, at most 1,000. */
  listChain(input: AccountScope & { readonly chainId: string }): Promise<readonly DecisionSummary[]>;
  /** The chain of each of these decisions, with the subject that it is about. */
  chainsOf(
    input: AccountScope & { readonly sessionIds: readonly string[] },
  ): Promise<readonly (ChainOfSubject & { readonly sessionId: string })[]>;
  /** Whole rows, oldest first, fetched in pages: for replay, dry runs and export. */
  stream(
    input: DecisionFilter & {
      readonly limit?: number | undefined;
      readonly newestFirst?: boolean | undefined;
    },
  ): AsyncIterable<DecisionRow>;
  /** Decisions ever made, from the hourly sums: purged ones count, `sinceMs` is rounded down to the hour. */
  count(input: AccountScope & { readonly sinceMs?: number | undefined }): Promise<number>;
  /** Removes decisions with their feedback. Returns how many went. */
  delete(input: AccountScope & { readonly sessionIds: readonly string[] }): Promise<number>;
  /** How many fit, counted to `limit`, and when they were made. */
  measure(
    input: DecisionFilter & { readonly limit: number },
  ): Promise<{ readonly decisions: number; readonly firstMs: number | null; readonly lastMs: number | null }>;
  /** Removes what fits, a bounded number a call and the oldest first; caches of all replicas hear of it. */
  erase(
    input: DecisionFilter & { readonly limit: number },
  ): Promise<{ readonly decisions: number; readonly feedback: number }>;
  /** Removes older rows, a bounded number per call; call again while it returns `limit`. */
  purge(input: AccountScope & { readonly beforeMs: number; readonly limit: number }): Promise<number>;
  /** Forgets kept text that is older, a bounded number a call. */
  purgeText(input: TextPurge): Promise<number>;
}

/** Settings of the spool, which the journal writes while a database on another machine is away. */
export interface SpoolOptions {
  /** On the local disk; made when it is needed, for its owner alone. */
  readonly directory: string;
  /** How long decisions continue after the database stopped answering; 0 = not at all. @unit milliseconds */
  readonly awayMs: number;
  /** Rows beyond it are refused. */
  readonly bytesMax: number;
  readonly onFault: (error: unknown) => void;
}

export interface JournalFigures {
  readonly queuedRows: number;
  readonly inFlightRows: number;
  readonly queueRowsMax: number;
  readonly committedRows: number;
  readonly committedBatches: number;
  readonly failedRows: number;
  readonly refusedRows: number;
  /** Kept on the local disk since the start, committed from there, and left out because they could not be. */
  readonly spooledRows: number;
  readonly replayedRows: number;
  readonly droppedRows: number;
  /** Duration of the last batch. @unit milliseconds */
  readonly lastCommitMs: number;
}

export interface JournalOptions {
  /** @range 1..1000, default 100 */
  readonly batchRowsMax?: number | undefined;
  /** How long a lone row may wait for company. @unit milliseconds, default 0: it goes with its own turn of the loop */
  readonly lingerMs?: number | undefined;
  /** Rows waiting beyond this are refused. Default 10,000. */
  readonly queueRowsMax?: number | undefined;
  /**
   * Acknowledges a row with its commit, or once it is handed over to the one who commits it (on SQLite: it is in memory that the
   * writer's thread shares; on PostgreSQL: it is sent). A kill of the process loses rows that are handed over and not committed.
   * Default "commit".
   */
  readonly wait?: "commit" | "handed-over" | undefined;
  /** Hears of rows that could not be committed after they were acknowledged. */
  readonly onLost?: ((error: unknown, rows: number) => void) | undefined;
  /** Only for a database that can be away. Default none: rows are refused while it does not answer. */
  readonly spool?: SpoolOptions | undefined;
}

export interface Journal {
  /**
   * Resolves once the row is committed, safe in the spool, or handed over (`JournalOptions.wait`).
   * @throws overloaded (with retryAfterS) when the queue is full; dependency_unavailable when the commit failed
   */
  append(row: DecisionRow): Promise<Acknowledged>;
  /** Resolves when no decision of this id is handed over and not settled; undefined where none is. */
  settled(sessionId: string): Promise<void> | undefined;
  /** The database is away and decisions are kept on the local disk. */
  readonly isSpooling: boolean;
  /** The database did not answer another caller: probes it until it does. */
  suspect(): void;
  /** Resolves when everything appended so far is settled. */
  flush(): Promise<void>;
  /** Flushes, then refuses further rows. */
  close(): Promise<void>;
  figures(): JournalFigures;
}
