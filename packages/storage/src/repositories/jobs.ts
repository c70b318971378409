// Long work with a lease. The worker that claims a job must renew its lease; one that does not loses it to another,
// and everything it reports afterwards is refused.
import { sql } from "kysely";
import type { Context } from "../database/context.ts";
import type {
  ReplayJobRepository,
  Job,
  JobEnd,
  JobRef,
  JobRepository,
  NewJob,
} from "../interface/learning.ts";
import { parseMaybe, parseObject, stringifyMaybe } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { JobColumns } from "../database/schema.ts";

const ENDED = ["done", "failed", "cancelled"] as const;

export function createReplayJobRepository(context: Context): ReplayJobRepository {
  const ended = (accountId: string) =>
    context.db
      .selectFrom("replayJobs")
      .select("id")
      .where("accountId", "=", accountId)
      .where("state", "in", ENDED);
  return {
    ...createJobRepository(context, { table: "replayJobs", toItem: toJob, toColumns: newJobColumns }),
    prune: async ({ accountId, keep }) => {
      const kept = ended(accountId).orderBy("createdAtMs", "desc").orderBy("id", "desc").limit(keep);
      const result = await context.db
        .deleteFrom("replayJobs")
        .where("accountId", "=", accountId)
        .where("state", "in", ENDED)
        .where("id", "not in", kept)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

type JobTable = "replayJobs" | "customRouters";

/** The columns that both kinds share; what a kind's own table adds comes along as it is stored. */
export function toJob(row: JobColumns): Job {
  const { workerId: _workerId, params, report, ...own } = row;
  return { ...own, params: parseObject(params), report: parseMaybe(report) };
}

export function newJobColumns(job: NewJob): JobColumns {
  return {
    id: job.id,
    accountId: job.accountId,
    state: "queued",
    progress: 0,
    stage: "queued",
    params: JSON.stringify(job.params),
    report: null,
    error: null,
    workerId: null,
    attempts: 0,
    createdAtMs: job.createdAtMs,
    updatedAtMs: job.createdAtMs,
    leaseExpiresAtMs: null,
  };
}

const isOpen = sql<boolean>`state in ('queued', 'running')`;

/** Both tables share these columns; `selectAll` brings a table's own ones too. */
function tableOf(table: JobTable): "replayJobs" {
  return table as "replayJobs";
}

function changing(context: Context, table: JobTable, ref: JobRef) {
  return context.db
    .updateTable(tableOf(table))
    .where("accountId", "=", ref.accountId)
    .where("id", "=", ref.id);
}

async function claim(
  context: Context,
  table: JobTable,
  input: { readonly workerId: string; readonly nowMs: number; readonly leaseMs: number },
): Promise<JobColumns | undefined> {
  const { workerId, nowMs, leaseMs } = input;
  const name = tableOf(table);
  const oldest = context.db
    .selectFrom(name)
    .select("id")
    .where(isOpen)
    .where((eb) => eb.or([eb("state", "=", "queued"), eb("leaseExpiresAtMs", "<=", nowMs)]))
    // Accounts in turn: first whose last job was worked on longest ago.
    .orderBy((eb) =>
      eb
        .selectFrom(`${name} as worked`)
        .select(({ fn }) => fn.coalesce(fn.max("worked.updatedAtMs"), sql.lit(0)).as("at"))
        .whereRef("worked.accountId", "=", `${name}.accountId`)
        .where("worked.attempts", ">", 0),
    )
    .orderBy("createdAtMs")
    .limit(1);
  const found = await context.dialect.lockRows(oldest, { skipsLocked: true }).executeTakeFirst();
  if (found === undefined) return undefined;
  return context.db
    .updateTable(tableOf(table))
    .set((eb) => ({
      state: "running",
      workerId,
      attempts: eb("attempts", "+", 1),
      updatedAtMs: nowMs,
      leaseExpiresAtMs: nowMs + leaseMs,
    }))
    .where("id", "=", found.id)
    .returningAll()
    .executeTakeFirst();
}

async function finish(context: Context, table: JobTable, input: JobEnd): Promise<boolean> {
  const hasFailed = input.error !== undefined;
  const result = await changing(context, table, input)
    .set({
      state: hasFailed ? "failed" : "done",
      stage: hasFailed ? "failed" : "done",
      ...(hasFailed ? {} : { progress: 1, report: stringifyMaybe(input.report) }),
      error: input.error ?? null,
      updatedAtMs: input.nowMs,
      leaseExpiresAtMs: null,
    })
    .where("workerId", "=", input.workerId)
    .where("state", "=", "running")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type Changes = Pick<JobRepository<Job, NewJob>, "reportProgress" | "finish" | "cancel" | "delete">;

function changes(context: Context, table: JobTable): Changes {
  return {
    reportProgress: async (input) => {
      const { progress, stage, nowMs, leaseMs } = input;
      const result = await changing(context, table, input)
        .set({ progress, stage, updatedAtMs: nowMs, leaseExpiresAtMs: nowMs + leaseMs })
        .where("workerId", "=", input.workerId)
        .where("state", "=", "running")
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    finish: (input) => finish(context, table, input),
    cancel: async (input) => {
      const result = await changing(context, table, input)
        .set({ state: "cancelled", stage: "cancelled", updatedAtMs: input.nowMs, leaseExpiresAtMs: null })
        .where("state", "in", ["uploading", "queued", "running"])
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    delete: async ({ accountId, id }) => {
      const result = await context.db
        .deleteFrom(tableOf(table))
        .where("accountId", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

interface JobKind<T extends Job, New> {
  readonly table: JobTable;
  /** `row` holds the columns of the kind's own table too. */
  readonly toItem: (row: JobColumns) => T;
  readonly toColumns: (job: New) => JobColumns;
}

export function createJobRepository<T extends Job, New>(
  context: Context,
  kind: JobKind<T, New>,
): JobRepository<T, New> {
  const rows = () => context.db.selectFrom(tableOf(kind.table)).selectAll();
  const snake = kind.table === "replayJobs" ? "replay_jobs" : "custom_routers";
  return {
    create: async (job) => {
      const columns = kind.toColumns(job);
      await context.db.insertInto(tableOf(kind.table)).values(columns).execute();
      return kind.toItem(columns);
    },
    find: async ({ accountId, id }) => {
      const row = await rows().where("id", "=", id).where("accountId", "=", accountId).executeTakeFirst();
      return row && kind.toItem(row);
    },
    list: async (input) => {
      const limit = pageLimit(input);
      const query = rows().where("accountId", "=", input.accountId);
      const order = { columns: [`${snake}.created_at_ms`, `${snake}.id`], direction: "desc" } as const;
      const found = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(found, limit, { item: kind.toItem, place: (row) => [row.createdAtMs, row.id] });
    },
    claim: (input) =>
      context.transaction(async (inside) => {
        const row = await claim(inside, kind.table, input);
        return row && kind.toItem(row);
      }),
    ...changes(context, kind.table),
  };
}
