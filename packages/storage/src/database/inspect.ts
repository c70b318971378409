import { sql } from "kysely";

import type { Dialect } from "../interface/dialect.ts";
import type { Inspection } from "../storage.ts";
import type { Context } from "./context.ts";

async function findDamage({ db }: Context, { damageCheck }: Dialect): Promise<readonly string[] | undefined> {
  if (damageCheck === undefined) return undefined;
  const { rows } = await sql.raw<Record<string, string>>(damageCheck).execute(db);
  return rows.flatMap((row) => Object.values(row)).filter((words) => words !== "ok");
}

export async function inspect(context: Context, dialect: Dialect): Promise<Inspection> {
  const { rows } = await sql.raw<{ readonly ms: number }>(dialect.readClock).execute(context.db);
  return { faults: await findDamage(context, dialect), nowMs: rows[0]?.ms ?? Number.NaN };
}
