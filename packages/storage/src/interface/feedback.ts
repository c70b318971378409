import type { AccountScope, JsonObject, Page, PageInput } from "./common.ts";

export interface FeedbackUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly usd?: number | undefined;
  readonly seconds?: number | undefined;
  readonly firstTokenSeconds?: number | undefined;
  /** The model that the client named, where the router picked another. */
  readonly baselineModel?: string | undefined;
  /** Dollars that the same tokens would have cost with it. */
  readonly baselineUsd?: number | undefined;
}

/** One judgement per session and label; repeated and corrected at will, its history kept. */
export interface Feedback {
  readonly accountId: string;
  readonly sessionId: string;
  readonly label: string;
  /** @range 0..1; null when only usage was reported */
  readonly value: number | null;
  readonly usage: FeedbackUsage;
  readonly keyId: string | null;
  /** "chain" when a whole conversation was judged together. */
  readonly scope: "decision" | "chain";
  readonly details: JsonObject;
  /** Counts corrections, from 1. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly withdrawnAtMs: number | null;
}

export interface FeedbackInput extends AccountScope {
  readonly sessionId: string;
  readonly label: string;
  /** Undefined leaves the earlier value. @range 0..1 */
  readonly value?: number | undefined;
  /** Members left out keep their earlier value. */
  readonly usage?: FeedbackUsage | undefined;
  readonly keyId?: string | null | undefined;
  readonly scope?: "decision" | "chain" | undefined;
  readonly details?: JsonObject | undefined;
  readonly atMs: number;
}

export interface FeedbackOutcome {
  readonly feedback: Feedback;
  /** "repeated" when nothing changed. */
  readonly outcome: "created" | "corrected" | "repeated" | "withdrawn";
}

interface FeedbackRevision {
  readonly revision: number;
  readonly value: number | null;
  readonly usage: FeedbackUsage;
  readonly keyId: string | null;
  readonly withdrawn: boolean;
  readonly atMs: number;
}

/** A judgement joined with what the decision knew; `estimated` is undefined when the label was not in the ranking. */
export interface LearningRow {
  readonly feedback: Feedback;
  readonly modelId: string | null;
  readonly pickedLabel: string;
  readonly field: string;
  readonly decidedAtMs: number;
  readonly chainId: string;
  readonly turn: number;
  readonly propensity: number;
  readonly estimated:
    | {
        readonly success: number;
        readonly spread: number;
        /** Before the account's own outcomes were taken into account. */
        readonly shippedSuccess: number;
      }
    | undefined;
  /** Vectors of another artefact mean something else: compare before use. */
  readonly artefactVersion: string;
  readonly features: Float32Array | null;
  /** How the request was read; undefined where the journal does not say. */
  readonly reading: JudgedReading | undefined;
}

export interface JudgedReading {
  readonly field: string;
  /** @range 0..1 */
  readonly difficulty: number;
  readonly task: { readonly operation: string; readonly field: string } | undefined;
}

/** Predicted against reported success, for calibration and drift. */
export interface FeedbackStatistic {
  readonly label: string;
  readonly field: string;
  readonly count: number;
  readonly predictedMean: number;
  readonly reportedMean: number;
  /** Mean squared error of the prediction. */
  readonly brier: number;
}

/** Judgements of one key that are kept; withdrawn judgements and reports of usage alone are left out. */
export interface KeyReports {
  /** Null: people in the dashboard. */
  readonly keyId: string | null;
  readonly reports: number;
  /** Different labels judged. */
  readonly labels: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

interface FeedbackRef extends AccountScope {
  readonly sessionId: string;
  readonly label: string;
  readonly atMs: number;
}

export interface FeedbackRepository {
  /** Idempotent by account, session and label. Undefined when the account has no such decision. */
  put(input: FeedbackInput): Promise<FeedbackOutcome | undefined>;
  /** All of them or none, as `put` does each. In the order of the inputs. */
  putAll(inputs: readonly FeedbackInput[]): Promise<readonly (FeedbackOutcome | undefined)[]>;
  /** Takes a judgement back; undefined when there is none. */
  withdraw(ref: FeedbackRef): Promise<FeedbackOutcome | undefined>;
  /** All of them or none, as `withdraw` does each. In the order of the inputs. */
  withdrawAll(refs: readonly FeedbackRef[]): Promise<readonly (FeedbackOutcome | undefined)[]>;
  /** Kept judgements by key, the newest first, at most a thousand keys. */
  sumByKey(input: AccountScope): Promise<readonly KeyReports[]>;
  /** Deletes judgements of a key with their history and takes them out of all sums. @returns how many; 0 when none is left */
  eraseOfKey(
    input: AccountScope & { readonly keyId: string | null; readonly limit: number; readonly atMs: number },
  ): Promise<number>;
  listBySession(input: AccountScope & { readonly sessionId: string }): Promise<readonly Feedback[]>;
  /** Lists the reports on several sessions in one query, at most 1,000; in no particular order. */
  listBySessions(
    input: AccountScope & { readonly sessionIds: readonly string[] },
  ): Promise<readonly Feedback[]>;
  listHistory(
    input: AccountScope & { readonly sessionId: string; readonly label: string },
  ): Promise<readonly FeedbackRevision[]>;
  /** Newest change first. */
  list(input: AccountScope & PageInput): Promise<Page<Feedback>>;
  /** Judgements in the order of change; withdrawn ones too, so that learners can undo. Reports of usage alone are left out. */
  listForLearning(
    input: AccountScope & PageInput & { readonly newestFirst?: boolean | undefined },
  ): Promise<Page<LearningRow>>;
  /** Accounts whose judgements changed at or after a moment. For background work only: it crosses accounts. */
  listChangedAccounts(input: { readonly sinceMs: number }): Promise<readonly string[]>;
  /** By label and field over decisions made in the window (whole hours). */
  statistics(
    input: AccountScope & { readonly fromMs: number; readonly toMs: number },
  ): Promise<readonly FeedbackStatistic[]>;
}

export interface LatencyStatistic {
  /** Canonical model id, or the label when the model is unknown. */
  readonly modelKey: string;
  readonly secondsMean: number | null;
  readonly secondsP95: number | null;
  readonly tokensPerSecond: number | null;
  /** Tokens of thought in calls that stated no mode, and the decayed number of those calls. */
  readonly hiddenTokensMean: number | null;
  readonly hiddenWeight: number;
  /** Decayed number of observations. */
  readonly weight: number;
  readonly updatedAtMs: number;
}

export interface LatencyObservation extends AccountScope {
  readonly modelKey: string;
  readonly seconds?: number | undefined;
  readonly firstTokenSeconds?: number | undefined;
  readonly tokensPerSecond?: number | undefined;
  readonly hiddenTokens?: number | undefined;
  readonly atMs: number;
  /** Default seven days. */
  readonly halfLifeMs?: number | undefined;
}

export interface LatencyRepository {
  observe(input: LatencyObservation): Promise<LatencyStatistic>;
  /** In one transaction; each model's row is read and written once. */
  observeAll(inputs: readonly LatencyObservation[]): Promise<void>;
  list(input: AccountScope): Promise<readonly LatencyStatistic[]>;
}
