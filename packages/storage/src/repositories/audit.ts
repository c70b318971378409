import { createHmac } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { AuditRepository, ListedEntry } from "../interface/records.ts";

// The seal of a row of the audit log: a keyed digest of the row and of the seal before it. Nobody without the key can alter,
// insert or leave out a row so that the seals still agree.
type Row = Omit<Selectable<Database["auditLog"]>, "digest">;

/** Before the first row of an account. */
export const NO_SEAL = "";

/** Everything that a row says, in one form. */
const sealedContent = (row: Row): string =>
  JSON.stringify([
    row.seq,
    row.id,
    row.accountId,
    row.atMs,
    row.actorKind,
    row.actorId,
    row.actorName,
    row.action,
    row.targetId,
    row.details,
    row.ip,
  ]);

/** @param previous seal of the row before; `NO_SEAL` for the first @returns HMAC-SHA-256, hex */
export const auditSeal = (key: string, previous: string, content: string): string =>
  createHmac("sha256", key).update(`signalbox audit log\n${previous}\n${content}`).digest("hex");

type Db = Context["db"];

function toEntry({ actorKind, actorId, actorName, ...row }: Selectable<Database["auditLog"]>): ListedEntry {
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { ...row, details: parseObject(row.details), actor };
}

/** Keeps others of the account out until the transaction ends, so that no two rows follow the same one. */
async function nextPlace(
  db: Db,
  accountId: string,
): Promise<{ readonly seq: number; readonly previous: string }> {
  const advance = () =>
    db
      .updateTable("auditHeads")
      .set((eb) => ({ seq: eb("seq", "+", 1) }))
      .where("accountId", "=", accountId)
      .returning(["seq", "digest as previous"])
      .executeTakeFirst();
  const place = await advance();
  if (place !== undefined) return place;
  await db
    .insertInto("auditHeads")
    .values({ accountId, seq: 0, digest: NO_SEAL, truncatedAtMs: 0 })
    .onConflict((conflict) => conflict.column("accountId").doNothing())
    .execute();
  return (await advance()) ?? { seq: 1, previous: NO_SEAL };
}

function append(context: Context): AuditRepository["append"] {
  return ({ actor, ...entry }, sealKey) =>
    context.transaction(async ({ db }) => {
      const { seq, previous } = await nextPlace(db, entry.accountId);
      const row = {
        ...entry,
        seq,
        details: JSON.stringify(entry.details),
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
      };
      const digest = auditSeal(sealKey, previous, sealedContent(row));
      await db
        .insertInto("auditLog")
        .values({ ...row, digest })
        .execute();
      await db.updateTable("auditHeads").set({ digest }).where("accountId", "=", entry.accountId).execute();
    });
}

/** The newest row that is not too old stays, and so does all that follows: what is left has no gap. */
async function truncateSealed(
  db: Db,
  { accountId, beforeMs, limit }: Parameters<AuditRepository["truncate"]>[0],
): ReturnType<AuditRepository["truncate"]> {
  const own = db.selectFrom("auditLog").where("accountId", "=", accountId).where("seq", "is not", null);
  const oldest = await own.select("seq").orderBy("seq").limit(1).executeTakeFirst();
  if (oldest?.seq === null || oldest === undefined) return { rows: 0 };
  const portion = oldest.seq + limit;
  const kept = await own
    .select((eb) => eb.fn.min<number | null>("seq").as("seq"))
    .where("seq", "<", portion)
    .where("atMs", ">=", beforeMs)
    .executeTakeFirst();
  const last = await own
    .select(["seq", "digest"])
    .where("seq", "<", kept?.seq ?? portion)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || last.seq === null || last.digest === null) return { rows: 0 };
  const result = await db
    .deleteFrom("auditLog")
    .where("accountId", "=", accountId)
    .where("seq", "<=", last.seq)
    .executeTakeFirst();
  return { rows: Number(result.numDeletedRows), through: { seq: last.seq, digest: last.digest } };
}

function truncate(context: Context): AuditRepository["truncate"] {
  return (input) =>
    context.transaction(async ({ db }) => {
      // The head is locked first: two replicas that truncate together take turns.
      const head = await db
        .updateTable("auditHeads")
        .set({ truncatedAtMs: input.nowMs })
        .where("accountId", "=", input.accountId)
        .where("truncatedAtMs", "<=", input.nowMs - input.pauseMs)
        .returning("seq")
        .executeTakeFirst();
      return head === undefined ? { rows: 0 } : truncateSealed(db, input);
    });
}

function list({ db }: Context): AuditRepository["list"] {
  return async (input) => {
    const limit = pageLimit(input);
    let query = db.selectFrom("auditLog").selectAll().where("accountId", "=", input.accountId);
    if (input.action !== undefined) query = query.where("action", "=", input.action);
    if (input.targetId !== undefined) query = query.where("targetId", "=", input.targetId);
    if (input.actorId !== undefined) query = query.where("actorId", "=", input.actorId);
    if (input.fromMs !== undefined) query = query.where("atMs", ">=", input.fromMs);
    if (input.toMs !== undefined) query = query.where("atMs", "<", input.toMs);
    const order = { columns: ["audit_log.at_ms", "audit_log.id"], direction: "desc" } as const;
    const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, { item: toEntry, place: (row) => [row.atMs, row.id] });
  };
}

export function createAuditRepository(context: Context): AuditRepository {
  const { db } = context;
  return {
    append: append(context),
    truncate: truncate(context),
    list: list(context),
    listSealed: async ({ accountId, afterSeq, limit }) => {
      const rows = await db
        .selectFrom("auditLog")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("seq", ">", afterSeq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ entry: toEntry(row), content: sealedContent(row) }));
    },
    head: ({ accountId }) =>
      db
        .selectFrom("auditHeads")
        .select(["seq", "digest"])
        .where("accountId", "=", accountId)
        .executeTakeFirst(),
    countUnsealed: async ({ accountId }) => {
      const row = await db
        .selectFrom("auditLog")
        .select((eb) => [
          eb.fn.countAll<number>().as("rows"),
          eb.fn.max<number | null>("atMs").as("newestMs"),
        ])
        .where("accountId", "=", accountId)
        .where(sql<boolean>`seq is null`)
        .executeTakeFirstOrThrow();
      return row;
    },
  };
}
