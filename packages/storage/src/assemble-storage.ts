import { sql } from "kysely";
import type { Dialect } from "./interface/dialect.ts";
import type { Inspection, Storage } from "./storage.ts";
import type { Context } from "./database/context.ts";
import { resumeDeletions } from "./repositories/accounts.ts";
import { createRepositories } from "./repositories/index.ts";

async function findDamage({ db }: Context, { damageCheck }: Dialect): Promise<readonly string[] | undefined> {
  if (damageCheck === undefined) return undefined;
  const { rows } = await sql.raw<Record<string, string>>(damageCheck).execute(db);
  return rows.flatMap((row) => Object.values(row)).filter((words) => words !== "ok");
}

async function inspect(context: Context, dialect: Dialect): Promise<Inspection> {
  const { rows } = await sql.raw<{ readonly ms: number }>(dialect.readClock).execute(context.db);
  return { faults: await findDamage(context, dialect), nowMs: rows[0]?.ms ?? Number.NaN };
}

interface StorageParts extends Pick<
  Storage,
  | "dialect"
  | "url"
  | "onInvalidate"
  | "hearsChanges"
  | "connections"
  | "appendDecisions"
  | "checkPages"
  | "close"
> {
  readonly context: Context;
}

/** Assembles the parts that both databases have in common. */
export async function assembleStorage({ context, ...parts }: StorageParts): Promise<Storage> {
  await resumeDeletions(context);
  return {
    ...parts,
    ...createRepositories(context),
    transaction: (work) => context.transaction((inside) => work(createRepositories(inside))),
    scrub: async () => {
      for (const statement of parts.dialect.scrub) await sql.raw(statement).execute(context.db);
    },
    inspect: () => inspect(context, parts.dialect),
    ping: async () => {
      await sql`select 1`.execute(context.db);
    },
  };
}
