import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { AccountScope } from "../interface/common.ts";
import type { LearnedRef, LearnedRepository, LearnedSnapshotWithBlob } from "../interface/learning.ts";

type KindRef = AccountScope & { readonly kind: string };

const COLUMNS = ["accountId", "kind", "version", "parentVersion", "meta", "createdAtMs"] as const;

async function find(context: Context, ref: LearnedRef): Promise<LearnedSnapshotWithBlob | undefined> {
  const row = await context.db
    .selectFrom("learnedSnapshots")
    .selectAll()
    .where("accountId", "=", ref.accountId)
    .where("kind", "=", ref.kind)
    .where("version", "=", ref.version)
    .executeTakeFirst();
  return row && { ...row, meta: parseObject(row.meta), blob: Uint8Array.from(row.blob) };
}

async function currentVersion(context: Context, { accountId, kind }: KindRef): Promise<string | undefined> {
  const row = await context.db
    .selectFrom("learnedCurrent")
    .select("version")
    .where("accountId", "=", accountId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.version;
}

/** One statement that only changes what the writer expected to find: the quicker of two writers wins. */
async function point(
  context: Context,
  ref: LearnedRef,
  expected: string | null | undefined,
): Promise<boolean> {
  const { accountId, kind, version } = ref;
  const insert = context.db.insertInto("learnedCurrent").values({ accountId, kind, version });
  const result = await insert
    .onConflict((conflict) => {
      const keys = conflict.columns(["accountId", "kind"]);
      if (expected === null) return keys.doNothing();
      const update = keys.doUpdateSet({ version });
      return expected === undefined ? update : update.where("learnedCurrent.version", "=", expected);
    })
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function setCurrent(context: Context): LearnedRepository["setCurrent"] {
  return ({ expectedVersion, ...ref }) =>
    context.transaction(async (inside) => {
      if ((await find(inside, ref)) === undefined) return false;
      const isMissing =
        typeof expectedVersion === "string" && (await currentVersion(inside, ref)) === undefined;
      if (isMissing || !(await point(inside, ref, expectedVersion))) return false;
      inside.notify({ topic: "learned", accountId: ref.accountId, id: ref.kind });
      return true;
    });
}

function prune(context: Context): LearnedRepository["prune"] {
  return ({ accountId, kind, keep }) =>
    context.transaction(async (inside) => {
      const { db } = inside;
      const newest = db
        .selectFrom("learnedSnapshots")
        .select("version")
        .where("accountId", "=", accountId)
        .where("kind", "=", kind)
        .orderBy("createdAtMs", "desc")
        .orderBy("version", "desc")
        .limit(keep);
      const current = await currentVersion(inside, { accountId, kind });
      const old = db
        .deleteFrom("learnedSnapshots")
        .where("accountId", "=", accountId)
        .where("kind", "=", kind)
        .where("version", "not in", newest);
      const others = current === undefined ? old : old.where("version", "!=", current);
      return Number((await others.executeTakeFirst()).numDeletedRows);
    });
}

function list(context: Context): LearnedRepository["list"] {
  return async (input) => {
    const limit = pageLimit(input);
    const query = context.db
      .selectFrom("learnedSnapshots")
      .select(COLUMNS)
      .where("accountId", "=", input.accountId)
      .where("kind", "=", input.kind);
    const columns = ["learned_snapshots.created_at_ms", "learned_snapshots.version"];
    const rows = await fromPlace(query, { columns, direction: "desc" }, decodeCursor(input.cursor, [0, ""]))
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, {
      item: (row) => ({ ...row, meta: parseObject(row.meta) }),
      place: (row) => [row.createdAtMs, row.version],
    });
  };
}

export function createLearnedRepository(context: Context): LearnedRepository {
  return {
    create: async (snapshot) => {
      const { accountId, kind, version, parentVersion, blob, createdAtMs } = snapshot;
      const meta = JSON.stringify(snapshot.meta);
      await context.db
        .insertInto("learnedSnapshots")
        .values({ accountId, kind, version, parentVersion, meta, blob, createdAtMs })
        .execute();
    },
    find: (ref) => find(context, ref),
    findCurrent: async (ref) => {
      const version = await currentVersion(context, ref);
      return version === undefined ? undefined : find(context, { ...ref, version });
    },
    findCurrentVersion: (ref) => currentVersion(context, ref),
    setCurrent: setCurrent(context),
    clearCurrent: ({ accountId, kind }) =>
      context.transaction(async ({ db, notify }) => {
        const result = await db
          .deleteFrom("learnedCurrent")
          .where("accountId", "=", accountId)
          .where("kind", "=", kind)
          .executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        notify({ topic: "learned", accountId, id: kind });
        return true;
      }),
    list: list(context),
    prune: prune(context),
  };
}
