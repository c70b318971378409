// Judgements: one row per session and label, its history, and the sums for calibration, changed together.

import { addOnConflict, mergeSums } from "../database/add-on-conflict.ts";
import { compileOnce } from "../database/compile-once.ts";
import type { Context } from "../database/context.ts";
import { parseMaybe, vectorOfBytes, parseObject } from "../database/json.ts";
import type { Database } from "../database/schema.ts";
import type {
  FeedbackInput,
  FeedbackOutcome,
  FeedbackRepository,
  LearningRow,
  FeedbackStatistic,
  KeyReports,
} from "../interface/feedback.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { completeRows } from "./decisions.ts";
import {
  groupChanges,
  isSame,
  judgedDecision,
  nextRow,
  sumChanges,
  toFeedback,
  type FeedbackRow,
  type Judgement,
  estimateOf,
  type JudgedDecision,
  type JudgedRow,
} from "./feedback-rows.ts";
import { decodeCursor, fromPlace, pageLimit, toPage, type KeysetOrder, ofAccount } from "../database/page.ts";
import type { AccountScope, PageInput } from "../interface/common.ts";
import { HOUR_MS, hourOf } from "../journal/hours.ts";

// Judgements as they are read: of a session, with their history, newest first, and as sums for calibration.

/** Databases bound how many values one query may name. */
const SESSIONS_MAX = 1_000;

async function statistics(
  context: Context,
  input: AccountScope & { readonly fromMs: number; readonly toMs: number },
): Promise<readonly FeedbackStatistic[]> {
  const rows = await context.db
    .selectFrom("feedbackHours")
    .select(({ fn }) => [
      "label",
      "field",
      fn.sum<number>("judged").as("count"),
      fn.sum<number>("predictedSum").as("predicted"),
      fn.sum<number>("reportedSum").as("reported"),
      fn.sum<number>("squaredErrorSum").as("squaredError"),
    ])
    .where("accountId", "=", input.accountId)
    .where("hourMs", ">=", hourOf(input.fromMs))
    .where("hourMs", "<", hourOf(input.toMs + HOUR_MS - 1))
    .groupBy(["label", "field"])
    .having(({ fn }) => fn.sum("judged"), ">", 0)
    .orderBy("label")
    .orderBy("field")
    .execute();
  return rows.map(({ label, field, count, predicted, reported, squaredError }) => ({
    label,
    field,
    count,
    predictedMean: predicted / count,
    reportedMean: reported / count,
    brier: squaredError / count,
  }));
}

/** Most keys that one answer names. */
const KEYS_MAX = 1_000;

async function sumByKey({ db }: Context, { accountId }: AccountScope): Promise<readonly KeyReports[]> {
  return db
    .selectFrom("feedback")
    .select(({ fn }) => [
      "keyId",
      fn.countAll<number>().as("reports"),
      fn.count<number>("label").distinct().as("labels"),
      fn.min<number>("createdAtMs").as("firstMs"),
      fn.max<number>("updatedAtMs").as("lastMs"),
    ])
    .where("accountId", "=", accountId)
    .where("value", "is not", null)
    .where("withdrawnAtMs", "is", null)
    .groupBy("keyId")
    .orderBy("lastMs", "desc")
    .limit(KEYS_MAX)
    .execute();
}

async function listChangedAccounts(
  { db }: Context,
  { sinceMs }: { readonly sinceMs: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("feedback")
    .select("accountId")
    .distinct()
    .where("updatedAtMs", ">=", sinceMs)
    .where("value", "is not", null)
    .execute();
  return rows.map((row) => row.accountId);
}

type Reads = Pick<
  FeedbackRepository,
  | "listBySession"
  | "listBySessions"
  | "listHistory"
  | "list"
  | "listChangedAccounts"
  | "statistics"
  | "sumByKey"
>;

function feedbackReads(context: Context): Reads {
  const { db } = context;
  return {
    listBySession: async ({ accountId, sessionId }) => {
      const rows = await db
        .selectFrom("feedback")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .where("accountId", "=", accountId)
        .orderBy("label")
        .execute();
      return rows.map(toFeedback);
    },
    listBySessions: async ({ accountId, sessionIds }) => {
      if (sessionIds.length === 0) return [];
      const rows = await db
        .selectFrom("feedback")
        .selectAll()
        .where("sessionId", "in", sessionIds.slice(0, SESSIONS_MAX))
        .where(ofAccount(accountId))
        .execute();
      return rows.map(toFeedback);
    },
    listHistory: async ({ accountId, sessionId, label }) => {
      const rows = await db
        .selectFrom("feedbackRevisions")
        .select(["revision", "value", "usage", "keyId", "withdrawn", "atMs"])
        .where("sessionId", "=", sessionId)
        .where("label", "=", cleanText(label))
        .where("accountId", "=", accountId)
        .orderBy("revision")
        .limit(1_000)
        .execute();
      return rows.map(({ revision, value, usage, keyId, withdrawn, atMs }) => ({
        revision,
        value,
        usage: parseObject(usage),
        keyId,
        withdrawn: withdrawn === 1,
        atMs,
      }));
    },
    list: async (input: AccountScope & PageInput) => {
      const limit = pageLimit(input);
      const query = db.selectFrom("feedback").selectAll().where("accountId", "=", input.accountId);
      const order = { columns: BY_CHANGE, direction: "desc" } as const;
      const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, "", ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, {
        item: toFeedback,
        place: (row) => [row.updatedAtMs, row.sessionId, row.label],
      });
    },
    listChangedAccounts: (input) => listChangedAccounts(context, input),
    statistics: (input) => statistics(context, input),
    sumByKey: (input) => sumByKey(context, input),
  };
}

// Judgements joined with what their decisions knew, in the order of change: what learners read.

const BY_CHANGE = ["feedback.updated_at_ms", "feedback.session_id", "feedback.label"] as const;

function listForLearning(context: Context): FeedbackRepository["listForLearning"] {
  return async (input) => {
    const limit = pageLimit(input);
    const query = context.db
      .selectFrom("feedback")
      .innerJoin("decisions", "decisions.sessionId", "feedback.sessionId")
      .selectAll("feedback")
      .select([
        "decisions.label as pickedLabel",
        "decisions.modelId",
        "decisions.field",
        "decisions.createdAtMs as decidedAtMs",
        "decisions.chainId",
        "decisions.turn",
        "decisions.propensity",
        "decisions.success",
        "decisions.spread",
        "decisions.features",
        "decisions.artefactVersion",
        "decisions.explanation",
      ])
      .where("feedback.accountId", "=", input.accountId)
      // A report on what a call took judges nothing, and a gateway sends one with every call.
      .where("feedback.value", "is not", null);
    const direction: KeysetOrder["direction"] = input.newestFirst === true ? "desc" : "asc";
    const found = await fromPlace(
      query,
      { columns: BY_CHANGE, direction },
      decodeCursor(input.cursor, [0, "", ""]),
    )
      .limit(limit + 1)
      .execute();
    const rows = await completeRows(context, input.accountId, found);
    return toPage(rows, limit, {
      item: (row) => toLearningRow(row),
      place: (row) => [row.updatedAtMs, row.sessionId, row.label],
    });
  };
}

type Joined = FeedbackRow &
  Omit<JudgedRow, "label" | "createdAtMs"> & {
    readonly pickedLabel: string;
    readonly modelId: string | null;
    readonly decidedAtMs: number;
    readonly chainId: string;
    readonly turn: number;
    readonly propensity: number;
    readonly features: Uint8Array | null;
    readonly artefactVersion: string;
  };

function toLearningRow(row: Joined): LearningRow {
  const {
    pickedLabel,
    modelId,
    field,
    decidedAtMs,
    chainId,
    turn,
    propensity,
    success,
    spread,
    explanation,
    artefactVersion,
  } = row;
  const { features, ...columns } = row;
  const judged = { label: pickedLabel, field, createdAtMs: decidedAtMs, success, spread, explanation };
  const decision = judgedDecision(judged);
  return {
    feedback: toFeedback(pickFeedback(columns)),
    modelId: row.label === pickedLabel ? modelId : (decision.find(row.label)?.modelId ?? null),
    pickedLabel,
    field,
    decidedAtMs,
    chainId,
    turn,
    propensity,
    estimated: learnedEstimate(decision, row.label),
    artefactVersion,
    features: vectorOfBytes(features),
    reading: decision.reading(),
  };
}

/** With the estimate before learning. */
function learnedEstimate(decision: JudgedDecision, label: string): LearningRow["estimated"] {
  const estimate = estimateOf(decision, label);
  if (estimate === undefined) return undefined;
  return { ...estimate, shippedSuccess: decision.find(label)?.shippedSuccess ?? estimate.success };
}

function pickFeedback(row: FeedbackRow): FeedbackRow {
  const { sessionId, label, accountId, value, usage, keyId, scope, details } = row;
  const { revision, createdAtMs, updatedAtMs, withdrawnAtMs } = row;
  const own = { sessionId, label, accountId, value, usage, keyId, scope, details };
  return { ...own, revision, createdAtMs, updatedAtMs, withdrawnAtMs };
}

const GROUPED_COLUMNS = [
  "label",
  "field",
  "language",
  "operation",
  "keyId",
  "preferenceId",
  "preferenceVersion",
  "tags",
] as const;
const PICKED_COLUMNS = ["degraded", "explored", "rejectedCount", "usd"] as const;
const JUDGED_COLUMNS = [
  ...GROUPED_COLUMNS,
  ...PICKED_COLUMNS,
  "createdAtMs",
  "success",
  "spread",
  "explanation",
] as const;
const FEEDBACK_COLUMNS = [
  "sessionId",
  "label",
  "accountId",
  "value",
  "usage",
  "keyId",
  "scope",
  "details",
  "revision",
  "createdAtMs",
  "updatedAtMs",
  "withdrawnAtMs",
] as const;
const REVISION_COLUMNS = [
  "sessionId",
  "label",
  "revision",
  "accountId",
  "value",
  "usage",
  "keyId",
  "withdrawn",
  "atMs",
] as const;
type Ref = { readonly accountId: string; readonly sessionId: string; readonly label: string };

/** The decision, locked against other judgements of the same session (PostgreSQL). */
const findDecision = compileOnce(["sessionId", "accountId"], ({ db, dialect }, ref: Ref) =>
  dialect.lockRows(
    db
      .selectFrom("decisions")
      .select(JUDGED_COLUMNS)
      .where("sessionId", "=", ref.sessionId)
      .where("accountId", "=", ref.accountId),
  ),
);

type Found = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

/** The record is put together for a value alone: what a call took changes no sum that needs it. */
async function judgementOf(
  context: Context,
  row: Found,
  { before, after }: Pick<Judgement, "before" | "after">,
): Promise<Judgement> {
  const isJudged = after.value !== null || (before?.value ?? null) !== null;
  const [complete = row] = isJudged ? await completeRows(context, after.accountId, [row]) : [row];
  const flags = { degraded: row.degraded === 1, explored: row.explored === 1 };
  const grouped = { ...row, ...flags, tags: parseMaybe(row.tags) };
  return { decision: judgedDecision(complete), grouped, before, after };
}

const findRow = compileOnce(["sessionId", "label", "accountId"], ({ db }, ref: Ref) =>
  db
    .selectFrom("feedback")
    .selectAll()
    .where("sessionId", "=", ref.sessionId)
    .where("label", "=", ref.label)
    .where("accountId", "=", ref.accountId),
);

const putRow = compileOnce(FEEDBACK_COLUMNS, ({ db }, row: FeedbackRow) =>
  db
    .insertInto("feedback")
    .values(row)
    .onConflict((conflict) => conflict.columns(["sessionId", "label"]).doUpdateSet(row)),
);

const putRevision = compileOnce(REVISION_COLUMNS, ({ db }, row: Database["feedbackRevisions"]) =>
  db.insertInto("feedbackRevisions").values(row),
);

/** Additions of one transaction to the sums: each row is changed once, however many judgements add to it. */
interface Additions {
  readonly feedbackHours: Database["feedbackHours"][];
  readonly decisionGroups: Database["decisionGroups"][];
}

interface Inside extends Context {
  readonly additions: Additions;
}

/** Databases bound how many values one statement may hold. */
const SUM_ROWS_MAX = 500;

async function judging<T>(context: Context, work: (inside: Inside) => Promise<T>): Promise<T> {
  return context.transaction(async (inside) => {
    const additions: Additions = { feedbackHours: [], decisionGroups: [] };
    const done = await work({ ...inside, additions });
    const rows = {
      feedbackHours: mergeSums("feedbackHours", additions.feedbackHours),
      decisionGroups: mergeSums("decisionGroups", additions.decisionGroups),
    };
    for (const table of ["feedbackHours", "decisionGroups"] as const)
      for (let at = 0; at < rows[table].length; at += SUM_ROWS_MAX)
        await addOnConflict(inside.db, table, rows[table].slice(at, at + SUM_ROWS_MAX)).execute();
    return done;
  });
}

async function write(context: Inside, judgement: Judgement): Promise<void> {
  const { decision, before, after } = judgement;
  await putRow(context, after);
  const withdrawn = after.withdrawnAtMs === null ? 0 : 1;
  await putRevision(context, { ...after, withdrawn, atMs: after.updatedAtMs });
  const changes = sumChanges(decision, before, after);
  context.additions.feedbackHours.push(...changes);
  context.additions.decisionGroups.push(...groupChanges(judgement, changes));
}

async function put(context: Inside, input: FeedbackInput): Promise<FeedbackOutcome | undefined> {
  const found = await findDecision(context, input);
  if (found === undefined) return undefined;
  const before = await findRow(context, input);
  const after = nextRow(input, before);
  if (before !== undefined && isSame(before, after))
    return { feedback: toFeedback(before), outcome: "repeated" };
  await write(context, await judgementOf(context, found, { before, after }));
  // A value beside usage that was reported before is the first judgement, and corrects nothing.
  const isFirst = before === undefined || (before.value === null && after.value !== null);
  return { feedback: toFeedback(after), outcome: isFirst ? "created" : "corrected" };
}

async function withdraw(
  context: Inside,
  ref: Ref & { readonly atMs: number },
): Promise<FeedbackOutcome | undefined> {
  const found = await findDecision(context, ref);
  const before = found && (await findRow(context, ref));
  if (found === undefined || before === undefined) return undefined;
  if (before.withdrawnAtMs !== null) return { feedback: toFeedback(before), outcome: "repeated" };
  const updatedAtMs = Math.max(ref.atMs, before.updatedAtMs);
  const after = { ...before, revision: before.revision + 1, updatedAtMs, withdrawnAtMs: ref.atMs };
  await write(context, await judgementOf(context, found, { before, after }));
  return { feedback: toFeedback(after), outcome: "withdrawn" };
}

/** Each is withdrawn first, so that no sum keeps it; its history goes with it. */
async function eraseOfKey(
  context: Inside,
  { accountId, keyId, limit, atMs }: Parameters<FeedbackRepository["eraseOfKey"]>[0],
): Promise<number> {
  const { db } = context;
  const rows = await db
    .selectFrom("feedback")
    .select(["sessionId", "label"])
    .where("accountId", "=", accountId)
    .where("keyId", keyId === null ? "is" : "=", keyId)
    .orderBy("sessionId")
    .limit(limit)
    .execute();
  for (const { sessionId, label } of rows) {
    const ref = { accountId, sessionId, label, atMs };
    await withdraw(context, ref);
    await db
      .deleteFrom("feedback")
      .where("sessionId", "=", sessionId)
      .where("label", "=", label)
      .where("accountId", "=", accountId)
      .execute();
  }
  return rows.length;
}

/** Judges each in one transaction. Decisions are locked in the order of their ids, so that two chains never wait for each other. */
function judgeAll<Input extends Ref>(
  context: Context,
  inputs: readonly Input[],
  judge: (inside: Inside, input: Input) => Promise<FeedbackOutcome | undefined>,
): Promise<readonly (FeedbackOutcome | undefined)[]> {
  return judging(context, async (inside) => {
    const outcomes: (FeedbackOutcome | undefined)[] = inputs.map(() => undefined);
    const order = [...inputs.entries()].toSorted(([, a], [, b]) => (a.sessionId < b.sessionId ? -1 : 1));
    for (const [at, input] of order) outcomes[at] = await judge(inside, input);
    return outcomes;
  });
}

export function createFeedbackRepository(context: Context): FeedbackRepository {
  const clean = <T extends Ref>(input: T): T => ({ ...input, label: cleanText(input.label) });
  return {
    put: (input) => judging(context, (inside) => put(inside, clean(input))),
    putAll: (inputs) => judgeAll(context, inputs.map(clean), put),
    withdraw: (input) => judging(context, (inside) => withdraw(inside, clean(input))),
    withdrawAll: (refs) => judgeAll(context, refs.map(clean), withdraw),
    eraseOfKey: (input) => judging(context, (inside) => eraseOfKey(inside, input)),
    ...feedbackReads(context),
    listForLearning: listForLearning(context),
  };
}
