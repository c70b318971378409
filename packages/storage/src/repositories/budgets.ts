import { sql, type Kysely, type Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import type { Flag } from "../database/journal-tables.ts";
import type { Database } from "../database/schema.ts";
import type { Budget, BudgetRepository, SpendingInput } from "../interface/budgets.ts";
import { tagDimension } from "../interface/groups.ts";
import type { GroupKey } from "../journal/group-sums.ts";

/** Nobody but this file reads the table, so its rows are declared here. */
type Tables = { budgets: Omit<Budget, "isHard"> & { isHard: Flag } };

const toBudget = (row: Selectable<Tables["budgets"]>): Budget => ({ ...row, isHard: row.isHard === 1 });

const SUM = sql<number>`coalesce(sum(usd_sum), 0)`.as("usd");

/** A key and those that rotation made of it, by the id of the first. */
const keysOfLineage = ({ db }: Context, accountId: string, lineageId: string) =>
  db.selectFrom("apiKeys").select("id").where("accountId", "=", accountId).where("lineageId", "=", lineageId);

/** The group where the sums of a budget's subject stand. */
function groupOf({ scope, subject }: Pick<SpendingInput, "scope" | "subject">): GroupKey {
  if (scope === "account") throw new TypeError("The sums of an account are no group.");
  const at = subject.indexOf("=");
  return scope === "tag"
    ? { dimension: tagDimension(subject.slice(0, at)), value: subject.slice(at + 1) }
    : { dimension: scope, value: subject };
}

async function spent(context: Context, input: SpendingInput): Promise<number> {
  const { db } = context;
  const { accountId, scope, subject, fromMs } = input;
  const row =
    scope === "account"
      ? await db
          .selectFrom("decisionHours")
          .select(SUM)
          .where("accountId", "=", accountId)
          .where("hourMs", ">=", fromMs)
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom("decisionGroups")
          .select(SUM)
          .where("accountId", "=", accountId)
          .where("dimension", "=", groupOf(input).dimension)
          .where("hourMs", ">=", fromMs)
          .where((eb) =>
            scope === "key"
              ? eb.or([
                  eb("value", "=", subject),
                  eb("value", "in", keysOfLineage(context, accountId, subject)),
                ])
              : eb("value", "=", groupOf(input).value),
          )
          .executeTakeFirstOrThrow();
  return Math.max(0, row.usd);
}

export function createBudgetRepository(context: Context): BudgetRepository {
  const withBudgets = (db: Kysely<Database>) => db.withTables<Tables>();
  const of = (accountId: string) =>
    withBudgets(context.db).selectFrom("budgets").selectAll().where("accountId", "=", accountId);
  return {
    put: (budget) =>
      context.transaction(async ({ db, notify }) => {
        const { id: _, ...values } = { ...budget, isHard: budget.isHard ? 1 : 0 } as const;
        const row = await withBudgets(db)
          .insertInto("budgets")
          .values({ id: budget.id, ...values })
          .onConflict((conflict) => conflict.columns(["accountId", "scope", "subject"]).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
        notify({ topic: "account", accountId: budget.accountId, id: row.id });
        return toBudget(row);
      }),
    find: async ({ accountId, id }) => {
      const row = await of(accountId).where("id", "=", id).executeTakeFirst();
      return row && toBudget(row);
    },
    list: async ({ accountId }) =>
      (await of(accountId).orderBy("scope").orderBy("id").execute()).map(toBudget),
    delete: ({ accountId, id }) =>
      context.transaction(async ({ db, notify }) => {
        const result = await withBudgets(db)
          .deleteFrom("budgets")
          .where("accountId", "=", accountId)
          .where("id", "=", id)
          .executeTakeFirst();
        if (result.numDeletedRows > 0n) notify({ topic: "account", accountId, id });
        return result.numDeletedRows > 0n;
      }),
    listAccounts: async () => {
      const rows = await withBudgets(context.db)
        .selectFrom("budgets")
        .select("accountId")
        .distinct()
        .execute();
      return rows.map(({ accountId }) => accountId);
    },
    spent: (input) => spent(context, input),
  };
}
