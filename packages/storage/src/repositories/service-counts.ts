// How the service itself did, by hour: requests, what went wrong, and how long decisions took.
import { sql, type Kysely } from "kysely";

import type { Context } from "../database/context.ts";
import type { Database } from "../database/schema.ts";
import type {
  ServiceCount,
  ServiceCountRepository,
  ServiceSpan,
  ServiceSums,
  ServiceWindow,
} from "../interface/records.ts";
import { latencyOf } from "./overview.ts";

/** Only this file reads the table, so its rows are declared here. */
type Tables = { serviceCounts: ServiceCount };

interface Row {
  readonly slot: number;
  readonly name: ServiceCount["name"];
  readonly bucket: number;
  readonly count: number;
}

function sumsOf(rows: readonly Row[]): ServiceSums {
  const sum = (name: ServiceCount["name"]): number =>
    rows.reduce((total, row) => total + (row.name === name ? row.count : 0), 0);
  const latencies = Map.groupBy(
    rows.filter(({ name }) => name === "latency"),
    ({ bucket }) => bucket,
  );
  const buckets = Array.from(latencies, ([bucket, same]) => ({
    bucket,
    count: same.reduce((total, { count }) => total + count, 0),
  }));
  return {
    requests: sum("requests"),
    errors: sum("errors"),
    shed: sum("shed"),
    limited: sum("limited"),
    latency: latencyOf(buckets.toSorted((a, b) => a.bucket - b.bucket)),
  };
}

async function read(db: Kysely<Database & Tables>, window: ServiceWindow): Promise<ServiceSpan> {
  const { fromMs, toMs, bucketHours } = window;
  const widthMs = bucketHours * 3_600_000;
  const slot = sql<number>`(hour_ms - ${sql.lit(fromMs)}) / ${sql.lit(widthMs)}`;
  const rows: readonly Row[] = await db
    .selectFrom("serviceCounts")
    .where("hourMs", ">=", fromMs)
    .where("hourMs", "<", toMs)
    .select([slot.as("slot"), "name", "bucket", sql<number>`sum(count)`.as("count")])
    .groupBy([slot, "name", "bucket"])
    .orderBy(slot)
    .execute();
  const slots = Map.groupBy(rows, (row) => row.slot);
  return {
    total: sumsOf(rows),
    buckets: Array.from(slots, ([index, own]) => ({ startMs: fromMs + index * widthMs, ...sumsOf(own) })),
  };
}

export function createServiceCountRepository(context: Context): ServiceCountRepository {
  const db: Kysely<Database & Tables> = (context.db as Kysely<Database>).withTables<Tables>();
  return {
    add: async (counts) => {
      if (counts.length === 0) return;
      await db
        .insertInto("serviceCounts")
        .values([...counts])
        .onConflict((conflict) =>
          conflict
            .columns(["hourMs", "name", "bucket"])
            .doUpdateSet({ count: sql<number>`service_counts.count + excluded.count` }),
        )
        .execute();
    },
    read: (window) => read(db, window),
    purge: async ({ beforeMs }) => {
      const result = await db.deleteFrom("serviceCounts").where("hourMs", "<", beforeMs).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
