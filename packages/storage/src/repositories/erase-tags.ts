// Takes decisions that are about to be erased out of the sums by tag. The values of tags are the callers' own words and may name
// somebody, so a value that no decision has any more goes with its row.
import { sql } from "kysely";

import { addOnConflict } from "../database/add-on-conflict.ts";
import type { Context } from "../database/context.ts";
import { parseMaybe } from "../database/json.ts";
import type { DecisionGroupsTable } from "../database/journal-tables.ts";
import { tagDimension } from "../interface/groups.ts";
import { addDecision, emptyGroup, inKeyOrder, tagGroupsOf } from "../journal/group-sums.ts";
import { addBill } from "./feedback-rows.ts";
import { hourOf } from "../journal/hours.ts";

type Db = Context["db"];

const taggedRows = (db: Db, accountId: string, sessionIds: readonly string[]) =>
  db
    .selectFrom("decisions")
    .leftJoin("feedback as report", (join) =>
      join
        .onRef("report.sessionId", "=", "decisions.sessionId")
        .onRef("report.label", "=", "decisions.label")
        .on("report.withdrawnAtMs", "is", null),
    )
    .select([
      "decisions.createdAtMs",
      "decisions.tags",
      "decisions.label",
      "decisions.degraded",
      "decisions.explored",
      "decisions.rejectedCount",
      "decisions.success",
      "decisions.usd",
      "report.value as reported",
      "report.usage",
    ])
    .where("decisions.accountId", "=", accountId)
    .where("decisions.sessionId", "in", sessionIds)
    .where("decisions.tags", "is not", null)
    .execute();

type Tagged = Awaited<ReturnType<typeof taggedRows>>[number];

function takeOut(sums: DecisionGroupsTable, row: Tagged): void {
  addDecision(sums, { ...row, degraded: row.degraded === 1, explored: row.explored === 1 }, -1);
  addBill(sums, row.usage === null ? undefined : { usage: row.usage, withdrawnAtMs: null }, {
    usd: row.usd,
    sign: -1,
  });
  if (row.reported === null) return;
  sums.judged -= 1;
  sums.predictedSum -= row.success;
  sums.reportedSum -= row.reported;
}

export async function takeOutOfTagSums(
  db: Db,
  accountId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const changes = new Map<string, DecisionGroupsTable>();
  for (const row of await taggedRows(db, accountId, sessionIds)) {
    const hourMs = hourOf(row.createdAtMs);
    for (const key of tagGroupsOf({ tags: parseMaybe(row.tags) })) {
      const place = `${hourMs} ${key.dimension}=${key.value}`;
      const sums = changes.get(place) ?? emptyGroup(accountId, hourMs, key);
      takeOut(sums, row);
      changes.set(place, sums);
    }
  }
  for (const sums of inKeyOrder([...changes.values()]))
    await addOnConflict(db, "decisionGroups", [sums]).execute();
  if (changes.size === 0) return;
  await db
    .deleteFrom("decisionGroups")
    .where("accountId", "=", accountId)
    .where("dimension", "like", `${tagDimension("")}%`)
    .where("hourMs", "in", [...new Set([...changes.values()].map(({ hourMs }) => hourMs))])
    .where(sql<boolean>`decisions <= 0`)
    .execute();
}
