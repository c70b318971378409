// Inserts rows of sums; where the key exists, adds to the existing sums.
import { sql, type Kysely, type RawBuilder } from "kysely";

import type { Database } from "./schema.ts";

export type SumTable = "decisionLabels" | "decisionLatencies" | "decisionGroups" | "feedbackHours";

export const KEYS_OF_SUMS: Readonly<Record<SumTable, readonly string[]>> = {
  decisionLabels: ["accountId", "hourMs", "label"],
  decisionLatencies: ["accountId", "hourMs", "bucket"],
  decisionGroups: ["accountId", "dimension", "hourMs", "value"],
  feedbackHours: ["accountId", "hourMs", "label", "field"],
};

function additions(table: SumTable, columns: readonly string[]): Record<string, RawBuilder<number>> {
  return Object.fromEntries(
    columns
      .filter((column) => !KEYS_OF_SUMS[table].includes(column))
      .map((column) => [
        column,
        sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
      ]),
  );
}

/** One that is there becomes younger; what it holds follows from its digest. */
export const putParts = (db: Kysely<Database>, rows: readonly Database["decisionParts"][]) =>
  db
    .insertInto("decisionParts")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["accountId", "digest"])
        .doUpdateSet((eb) => ({ usedAtMs: eb.ref("excluded.usedAtMs") }))
        .whereRef("excluded.usedAtMs", ">", "decisionParts.usedAtMs"),
    );

export function addOnConflict<T extends SumTable>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Database[T][],
) {
  const target: SumTable = table;
  const columns = Object.keys(rows[0] ?? {});
  return db
    .insertInto(target as "decisionLatencies")
    .values(rows as unknown as Database["decisionLatencies"][])
    .onConflict((conflict) =>
      conflict
        .columns(KEYS_OF_SUMS[table] as ("accountId" | "hourMs" | "bucket")[])
        .doUpdateSet(additions(table, columns)),
    );
}

/** One row a key, in the order of the keys: two writers that lock the same sums never wait for each other. */
export function mergeSums<T extends SumTable>(
  table: T,
  rows: readonly Database[T][],
): readonly Database[T][] {
  const merged = new Map<string, Record<string, string | number>>();
  for (const row of rows as unknown as readonly Readonly<Record<string, string | number>>[]) {
    const key = KEYS_OF_SUMS[table].map((name) => row[name]).join("\u0000");
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...row });
    else
      for (const [name, value] of Object.entries(row))
        if (!KEYS_OF_SUMS[table].includes(name)) known[name] = Number(known[name]) + Number(value);
  }
  const byKey = [...merged.values()].toSorted((a, b) => {
    const name = KEYS_OF_SUMS[table].find((each) => a[each] !== b[each]) ?? "";
    return (a[name] ?? 0) < (b[name] ?? 0) ? -1 : 1;
  });
  return byKey as unknown as readonly Database[T][];
}
