// Judgements as they are read: of a session, with their history, newest first, and as sums for calibration.
import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { ofAccount, decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { AccountScope, PageInput } from "../interface/common.ts";
import type { FeedbackRepository, FeedbackStatistic, KeyReports } from "../interface/feedback.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { HOUR_MS, hourOf } from "../journal/hours.ts";
import { toFeedback } from "./feedback-rows.ts";

/** Databases bound how many values one query may name. */
const SESSIONS_MAX = 1_000;
const BY_CHANGE = ["feedback.updated_at_ms", "feedback.session_id", "feedback.label"] as const;

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

export function feedbackReads(context: Context): Reads {
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
