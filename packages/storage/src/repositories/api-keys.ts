import type { Scope } from "@signalbox/contracts";
import type { Selectable } from "kysely";
import type { Context } from "../database/context.ts";
import type { KeyLifeLimit, ApiKey, ApiKeyRepository, ApiKeyUpdate } from "../interface/api-keys.ts";
import { parseStored } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";

// A longest life of keys reaches those that exist too: each ends when it would if it were made now, but none without notice.

/** Keys whose end a limit may bring forward. */
const living = ({ db }: Context, accountId: string | undefined) =>
  db
    .updateTable("apiKeys")
    .where("revokedAtMs", "is", null)
    .$if(accountId !== undefined, (all) => all.where("accountId", "=", accountId ?? ""));

function limitLives(context: Context, limit: KeyLifeLimit): Promise<number> {
  const { accountId, lifeMs, graceEndMs } = limit;
  return context.transaction(async (inside) => {
    const youngest = graceEndMs - lifeMs;
    const young = await living(inside, accountId)
      .set((eb) => ({ expiresAtMs: eb("createdAtMs", "+", lifeMs) }))
      .where("createdAtMs", ">=", youngest)
      .where((eb) =>
        eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", eb("createdAtMs", "+", lifeMs))]),
      )
      .returning(["accountId", "hash"])
      .execute();
    const old = await living(inside, accountId)
      .set({ expiresAtMs: graceEndMs })
      .where("createdAtMs", "<", youngest)
      .where((eb) => eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", graceEndMs)]))
      .returning(["accountId", "hash"])
      .execute();
    for (const key of [...young, ...old])
      inside.notify({ topic: "keys", accountId: key.accountId, id: key.hash });
    return young.length + old.length;
  });
}

function toKey(row: Selectable<Database["apiKeys"]>): ApiKey {
  const addresses = row.addresses === null ? null : (parseStored(row.addresses) as string[]);
  return { ...row, scopes: parseStored(row.scopes) as Scope[], addresses };
}

function toRow(key: ApiKey): Database["apiKeys"] {
  return { ...key, scopes: JSON.stringify(key.scopes), addresses: addressesToText(key.addresses) };
}

const addressesToText = (addresses: ApiKey["addresses"]): string | null =>
  addresses === null ? null : JSON.stringify(addresses);

function changes(input: ApiKeyUpdate): Partial<Database["apiKeys"]> {
  const { name, scopes, rateLimitPerMinute, expiresAtMs, ownerId, addresses } = input;
  return {
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(addresses === undefined ? {} : { addresses: addressesToText(addresses) }),
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: JSON.stringify(scopes) }),
    ...(rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

interface KeyRef {
  readonly accountId: string;
  readonly id: string;
  /** Only a key without a successor that is valid at this time. */
  readonly currentAtMs?: number;
}

/** Changes a key that is not revoked and tells every cache that holds its hash. */
async function change(
  context: Context,
  { accountId, id, currentAtMs }: KeyRef,
  values: Partial<Database["apiKeys"]>,
): Promise<ApiKey | undefined> {
  const query = context.db
    .updateTable("apiKeys")
    .set({ id, ...values })
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .where("revokedAtMs", "is", null);
  const row = await query
    .$if(currentAtMs !== undefined, (any) =>
      any
        .where("replacedById", "is", null)
        .where((eb) => eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", currentAtMs ?? 0)])),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  context.notify({ topic: "keys", accountId, id: row.hash });
  return toKey(row);
}

function rotate(context: Context): ApiKeyRepository["rotate"] {
  return (input) =>
    context.transaction(async (inside) => {
      const old = await inside.db
        .selectFrom("apiKeys")
        .select("expiresAtMs")
        .where("accountId", "=", input.accountId)
        .where("id", "=", input.id)
        .executeTakeFirst();
      const expiresAtMs = Math.min(old?.expiresAtMs ?? Infinity, input.oldExpiresAtMs);
      const { accountId, id, nowMs: currentAtMs, replacement: successor } = input;
      const values = { expiresAtMs, replacedById: successor.id };
      const changed = await change(inside, { accountId, id, currentAtMs }, values);
      if (changed === undefined) return undefined;
      const replacement = { ...input.replacement, accountId: input.accountId };
      await inside.db.insertInto("apiKeys").values(toRow(replacement)).execute();
      return replacement;
    });
}

function list(context: Context): ApiKeyRepository["list"] {
  return async (input) => {
    const limit = pageLimit(input);
    const all = context.db.selectFrom("apiKeys").selectAll().where("accountId", "=", input.accountId);
    const query = input.includeRevoked === true ? all : all.where("revokedAtMs", "is", null);
    const order = { columns: ["api_keys.created_at_ms", "api_keys.id"], direction: "desc" } as const;
    const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, { item: toKey, place: (row) => [row.createdAtMs, row.id] });
  };
}

function touch(context: Context): ApiKeyRepository["touch"] {
  return (uses) =>
    context.transaction(async ({ db }) => {
      for (const { id, lastUsedAtMs } of uses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        await db
          .updateTable("apiKeys")
          .set({ lastUsedAtMs })
          .where("id", "=", id)
          .where((eb) => eb.or([eb("lastUsedAtMs", "is", null), eb("lastUsedAtMs", "<", lastUsedAtMs)]))
          .execute();
      }
    });
}

function revokeByPerson(context: Context): ApiKeyRepository["revokeByPerson"] {
  return ({ accountId, userId, atMs }) =>
    context.transaction(async ({ db, notify }) => {
      const ended = await db
        .updateTable("apiKeys")
        .set({ revokedAtMs: atMs })
        .where("accountId", "=", accountId)
        .where("revokedAtMs", "is", null)
        .where((eb) => eb.or([eb("ownerId", "=", userId), eb("makerId", "=", userId)]))
        .returning("hash")
        .execute();
      for (const { hash } of ended) notify({ topic: "keys", accountId, id: hash });
      return ended.length;
    });
}

function listEnding({ db }: Context): ApiKeyRepository["listEnding"] {
  return async ({ fromMs, toMs }) => {
    const rows = await db
      .selectFrom("apiKeys")
      .selectAll()
      .where("revokedAtMs", "is", null)
      .where("replacedById", "is", null)
      .where("expiresAtMs", ">", fromMs)
      .where("expiresAtMs", "<=", toMs)
      .orderBy("expiresAtMs")
      .execute();
    return rows.map(toKey);
  };
}

export function createApiKeyRepository(context: Context): ApiKeyRepository {
  const { db } = context;
  return {
    create: (key) =>
      context.transaction(async ({ db, notify }) => {
        await db.insertInto("apiKeys").values(toRow(key)).execute();
        notify({ topic: "keys", accountId: key.accountId, id: key.hash });
      }),
    findByHash: async (hash) => {
      const row = await db.selectFrom("apiKeys").selectAll().where("hash", "=", hash).executeTakeFirst();
      return row && toKey(row);
    },
    find: async ({ accountId, id }) => {
      const row = await db
        .selectFrom("apiKeys")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toKey(row);
    },
    list: list(context),
    countActive: async ({ accountId, nowMs }) => {
      const row = await db
        .selectFrom("apiKeys")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("accountId", "=", accountId)
        .where("revokedAtMs", "is", null)
        .where((eb) => eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", nowMs)]))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    listEnding: listEnding(context),
    limitLives: (limit) => limitLives(context, limit),
    revokeByPerson: revokeByPerson(context),
    update: (input) => context.transaction((inside) => change(inside, input, changes(input))),
    rotate: rotate(context),
    revoke: ({ accountId, id, atMs }) =>
      context.transaction(
        async (inside) => (await change(inside, { accountId, id }, { revokedAtMs: atMs })) !== undefined,
      ),
    touch: touch(context),
  };
}
