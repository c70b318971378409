import type { Explanation } from "@signalbox/contracts";

import type { AccountScope, JsonObject, Page, PageInput } from "./common.ts";

/** The narrow part of a journal row: what lists and charts need. */
export interface DecisionSummary {
  readonly sessionId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly createdAtMs: number;
  /** Session id of the first decision of the chain; its own id when it is the first. */
  readonly chainId: string;
  readonly previousSessionId: string | null;
  /** @range 1.. */
  readonly turn: number;
  readonly label: string;
  readonly provider: string | null;
  readonly model: string | null;
  /** Canonical id in the catalogue; null when unknown. */
  readonly modelId: string | null;
  readonly field: string;
  readonly language: string;
  readonly difficulty: number;
  /** Of the pick. @range 0..1 */
  readonly success: number;
  readonly spread: number;
  readonly usd: number | null;
  readonly seconds: number | null;
  /** Input tokens of the pick, for the next turn's cache arithmetic. */
  readonly inputTokens: number;
  readonly propensity: number;
  /** @unit microseconds from the read request to the finished decision */
  readonly decideUs: number;
  readonly degraded: boolean;
  readonly explored: boolean;
  readonly candidateCount: number;
  readonly rejectedCount: number;
  readonly artefactVersion: string;
  readonly catalogueVersion: string;
  readonly policyVersion: string;
  readonly preferenceId: string | null;
  readonly preferenceVersion: number | null;
}

/** The numbers that an explanation is worded from: any JSON whose `ranking` tells these members. */
export interface DecisionNumbers {
  readonly ranking: readonly {
    readonly label: string;
    readonly success: number;
    readonly usd: number | null;
  }[];
}

/** Words for numbers; given when the storage is opened. */
export type Explain = (numbers: DecisionNumbers) => Explanation;

/** A whole journal row: everything needed to reproduce the answer, and to learn from it. */
export interface DecisionRow extends DecisionSummary {
  /** HMAC-SHA-256 of the content under the account's key, hex. */
  readonly requestDigest: string;
  /** The encoding. @shape featureCount */
  readonly features: Float32Array | null;
  /** The ability loadings. @shape abilityCount */
  readonly loadings: Float32Array | null;
  /** Read from `record`, worded on demand, when that was kept. */
  readonly explanation: Explanation;
  /**
   * Kept in place of `explanation`, which then is not even looked at while writing: words cost more than the decision.
   * Reading such rows needs `StorageOptions.explain`.
   */
  readonly record?: DecisionNumbers | undefined;
  /** The request without any message text: candidates, dials, counts. */
  readonly request: JsonObject;
  /** What was asked in words; null unless the account's retention keeps it and the request did not hash. */
  readonly text: JsonObject | null;
  /** What a shadow policy would have answered; null without one. */
  readonly shadow: JsonObject | null;
}

export interface DecisionFilter extends AccountScope {
  readonly label?: string | undefined;
  readonly field?: string | undefined;
  readonly degraded?: boolean | undefined;
  readonly preferenceId?: string | undefined;
  readonly keyId?: string | undefined;
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  /** A session id, or a part of label, model, field or language; of kept text too. */
  readonly q?: string | undefined;
}

export interface DecisionRepository {
  find(input: AccountScope & { readonly sessionId: string }): Promise<DecisionRow | undefined>;
  findSummary(input: AccountScope & { readonly sessionId: string }): Promise<DecisionSummary | undefined>;
  /**
   * Newest first. With `q` one page looks at a bounded number of rows: it may hold fewer than `limit`, or none,
   * and still have a `nextCursor`.
   */
  list(input: DecisionFilter & PageInput): Promise<Page<DecisionSummary>>;
  /** The decisions that came after a moment, oldest first: for the live tail across replicas. */
  listAfter(
    input: AccountScope & { readonly afterMs: number; readonly limit: number },
  ): Promise<readonly DecisionSummary[]>;
  /** Every decision of one chain in its order, at most 1,000. */
  listChain(input: AccountScope & { readonly chainId: string }): Promise<readonly DecisionSummary[]>;
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
  /** Removes what is older, a bounded number a call; call again while it returns `limit`. */
  purge(input: AccountScope & { readonly beforeMs: number; readonly limit: number }): Promise<number>;
  /** Forgets kept text that is older, a bounded number a call. */
  purgeText(input: AccountScope & { readonly beforeMs: number; readonly limit: number }): Promise<number>;
}

export interface JournalFigures {
  readonly queuedRows: number;
  readonly inFlightRows: number;
  readonly queueRowsMax: number;
  readonly committedRows: number;
  readonly committedBatches: number;
  readonly failedRows: number;
  readonly refusedRows: number;
  /** Of the last batch. @unit milliseconds */
  readonly lastCommitMs: number;
}

export interface JournalOptions {
  /** @range 1..1000, default 100 */
  readonly batchRowsMax?: number | undefined;
  /** How long a lone row may wait for company. @unit milliseconds, default 0: it goes with its own turn of the loop */
  readonly lingerMs?: number | undefined;
  /** Rows waiting beyond this are refused. Default 10,000. */
  readonly queueRowsMax?: number | undefined;
  /** SQLite only: "full" also survives power loss, "normal" a kill of the process. Default "full". */
  readonly durability?: "full" | "normal" | undefined;
}

export interface Journal {
  /**
   * Resolves once the row is committed.
   * @throws overloaded (with retryAfterS) when the queue is full; dependency_unavailable when the commit failed
   */
  append(row: DecisionRow): Promise<void>;
  /** Resolves when everything appended so far is settled. */
  flush(): Promise<void>;
  /** Flushes, then refuses further rows. */
  close(): Promise<void>;
  figures(): JournalFigures;
}
