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
