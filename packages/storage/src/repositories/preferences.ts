// Preferences. A version is written once and never changed; the preference only points to its current one.

import { readStoredPolicy, SignalboxError, type PreferencePolicy } from "@signalbox/contracts";
import type { Selectable } from "kysely";
import type { Context } from "../database/context.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type {
  PreferenceRepository,
  PreferenceVersion,
  StoredPreference,
  DraftRef,
  PreferenceDraft,
} from "../interface/preferences.ts";

// Drafts that members have of preferences: one draft a member and preference, gone once it is saved or discarded.

const LISTED_MAX = 1_000;

const toDraft = (row: Selectable<Database["preferenceDrafts"]>): PreferenceDraft => ({
  ...row,
  policy: readStoredPolicy(row.policy),
});

async function exists(context: Context, { accountId, userId, preferenceId }: DraftRef): Promise<boolean> {
  const found = await context.db
    .selectFrom("preferences")
    .innerJoin("memberships", "memberships.accountId", "preferences.accountId")
    .select("preferences.id")
    .where("preferences.accountId", "=", accountId)
    .where("preferences.id", "=", preferenceId)
    .where("preferences.deletedAtMs", "is", null)
    .where("memberships.userId", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

type Drafts = Pick<PreferenceRepository, "findDraft" | "putDraft" | "deleteDraft" | "listDrafts">;

function drafts(context: Context): Drafts {
  return {
    findDraft: async ({ accountId, userId, preferenceId }) => {
      const row = await context.db
        .selectFrom("preferenceDrafts")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("userId", "=", userId)
        .where("preferenceId", "=", preferenceId)
        .executeTakeFirst();
      return row && toDraft(row);
    },
    putDraft: (draft) =>
      context.transaction(async (inside) => {
        if (!(await exists(inside, draft))) return false;
        const { accountId, userId, preferenceId, name, baseVersion, updatedAtMs } = draft;
        const content = { name, policy: JSON.stringify(draft.policy), baseVersion, updatedAtMs };
        await inside.db
          .insertInto("preferenceDrafts")
          .values({ accountId, userId, preferenceId, ...content })
          .onConflict((conflict) =>
            conflict.columns(["accountId", "userId", "preferenceId"]).doUpdateSet(content),
          )
          .execute();
        return true;
      }),
    deleteDraft: async ({ accountId, userId, preferenceId }) => {
      const result = await context.db
        .deleteFrom("preferenceDrafts")
        .where("accountId", "=", accountId)
        .where("userId", "=", userId)
        .where("preferenceId", "=", preferenceId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    listDrafts: async ({ accountId, userId }) => {
      const all = context.db.selectFrom("preferenceDrafts").selectAll().where("accountId", "=", accountId);
      const rows = await (userId === undefined ? all : all.where("userId", "=", userId))
        .orderBy("updatedAtMs", "desc")
        .limit(LISTED_MAX)
        .execute();
      return rows.map(toDraft);
    },
  };
}

type Ref = { readonly accountId: string; readonly id: string };

function toVersion(row: Selectable<Database["preferenceVersions"]>): PreferenceVersion {
  return { ...row, policy: readStoredPolicy(row.policy) };
}

function current(context: Context, accountId: string) {
  return context.db
    .selectFrom("preferences")
    .innerJoin("preferenceVersions", (join) =>
      join
        .onRef("preferenceVersions.preferenceId", "=", "preferences.id")
        .onRef("preferenceVersions.version", "=", "preferences.version"),
    )
    .selectAll("preferences")
    .select(["preferenceVersions.name", "preferenceVersions.policy"])
    .where("preferences.accountId", "=", accountId)
    .where("preferences.deletedAtMs", "is", null);
}

type CurrentRow = Selectable<Database["preferences"]> & { readonly name: string; readonly policy: string };

function toPreference(row: CurrentRow): StoredPreference {
  const { id, accountId, name, version, createdAtMs, updatedAtMs } = row;
  const policy = readStoredPolicy(row.policy);
  return { id, accountId, name, version, policy, createdAtMs, updatedAtMs };
}

async function find(context: Context, { accountId, id }: Ref): Promise<StoredPreference | undefined> {
  const row = await current(context, accountId).where("preferences.id", "=", id).executeTakeFirst();
  return row && toPreference(row);
}

/** Keeps a second writer out until the version is written. */
async function findLocked(context: Context, ref: Ref): Promise<StoredPreference | undefined> {
  const lock = context.db.selectFrom("preferences").select("id").where("id", "=", ref.id);
  await context.dialect.lockRows(lock).execute();
  return find(context, ref);
}

interface NextVersion {
  readonly before: StoredPreference;
  readonly name: string;
  readonly policy: PreferencePolicy;
  readonly atMs: number;
  readonly by: string | null;
  readonly restoredFrom: number | null;
}

async function writeVersion(context: Context, next: NextVersion): Promise<StoredPreference> {
  const { before, name, policy, atMs } = next;
  const version = before.version + 1;
  await context.db
    .insertInto("preferenceVersions")
    .values({
      preferenceId: before.id,
      version,
      accountId: before.accountId,
      name,
      policy: JSON.stringify(policy),
      createdAtMs: atMs,
      createdBy: next.by,
      restoredFrom: next.restoredFrom,
    })
    .execute();
  await context.db
    .updateTable("preferences")
    .set({ version, updatedAtMs: atMs })
    .where("id", "=", before.id)
    .execute();
  context.notify({ topic: "preferences", accountId: before.accountId, id: before.id });
  return { ...before, version, name, policy, updatedAtMs: atMs };
}

function create(context: Context): PreferenceRepository["create"] {
  return ({ accountId, id, name, policy, atMs, by }) =>
    context.transaction(async (inside) => {
      const before = { id, accountId, name, policy, version: 0, createdAtMs: atMs, updatedAtMs: atMs };
      await inside.db
        .insertInto("preferences")
        .values({ id, accountId, version: 1, createdAtMs: atMs, updatedAtMs: atMs, deletedAtMs: null })
        .execute();
      return writeVersion(inside, { before, name, policy, atMs, by: by ?? null, restoredFrom: null });
    });
}

function update(context: Context): PreferenceRepository["update"] {
  return (input) =>
    context.transaction(async (inside) => {
      const before = await findLocked(inside, input);
      if (before === undefined) return undefined;
      if (input.expectedVersion !== undefined && input.expectedVersion !== before.version) {
        throw new SignalboxError(
          "conflict",
          `The preference is at version ${before.version}, not ${input.expectedVersion}. Read it again and repeat.`,
        );
      }
      const { name = before.name, policy = before.policy, atMs, by = null } = input;
      return writeVersion(inside, { before, name, policy, atMs, by, restoredFrom: null });
    });
}

function findVersion(context: Context): PreferenceRepository["findVersion"] {
  return async ({ accountId, id, version }) => {
    const row = await context.db
      .selectFrom("preferenceVersions")
      .selectAll()
      .where("accountId", "=", accountId)
      .where("preferenceId", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    return row && toVersion(row);
  };
}

function rollback(context: Context): PreferenceRepository["rollback"] {
  return ({ accountId, id, version, atMs, by = null }) =>
    context.transaction(async (inside) => {
      const before = await findLocked(inside, { accountId, id });
      const earlier = await findVersion(inside)({ accountId, id, version });
      if (before === undefined || earlier === undefined) return undefined;
      const { name, policy } = earlier;
      return writeVersion(inside, { before, name, policy, atMs, by, restoredFrom: version });
    });
}

function listVersions(context: Context): PreferenceRepository["listVersions"] {
  return async (input) => {
    const limit = pageLimit(input);
    const query = context.db
      .selectFrom("preferenceVersions")
      .selectAll()
      .where("accountId", "=", input.accountId)
      .where("preferenceId", "=", input.id);
    const order = { columns: ["preference_versions.version"], direction: "desc" } as const;
    const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0]))
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, { item: toVersion, place: (row) => [row.version] });
  };
}

export function createPreferenceRepository(context: Context): PreferenceRepository {
  return {
    create: create(context),
    find: (input) => find(context, input),
    findVersion: findVersion(context),
    list: async (input) => {
      const limit = pageLimit(input);
      const order = { columns: ["preferences.created_at_ms", "preferences.id"], direction: "desc" } as const;
      const rows = await fromPlace(
        current(context, input.accountId),
        order,
        decodeCursor(input.cursor, [0, ""]),
      )
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toPreference, place: (row) => [row.createdAtMs, row.id] });
    },
    listVersions: listVersions(context),
    listChanges: async ({ accountId, fromMs, toMs, limit }) => {
      const rows = await context.db
        .selectFrom("preferenceVersions")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("createdAtMs", ">=", fromMs)
        .where("createdAtMs", "<", toMs)
        .orderBy("createdAtMs", "desc")
        .orderBy("version", "desc")
        .limit(limit)
        .execute();
      return rows.map(toVersion).toReversed();
    },
    ...drafts(context),
    update: update(context),
    rollback: rollback(context),
    delete: ({ accountId, id, atMs }) =>
      context.transaction(async ({ db, notify }) => {
        const result = await db
          .updateTable("preferences")
          .set({ deletedAtMs: atMs })
          .where("accountId", "=", accountId)
          .where("id", "=", id)
          .where("deletedAtMs", "is", null)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) return false;
        await db
          .deleteFrom("preferenceDrafts")
          .where("accountId", "=", accountId)
          .where("preferenceId", "=", id)
          .execute();
        notify({ topic: "preferences", accountId, id });
        return true;
      }),
  };
}
