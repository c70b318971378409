import type { Context } from "../database/context.ts";
import type { ReplayJobRepository } from "../interface/learning.ts";
import { createJobRepository, newJobColumns, toJob } from "./jobs.ts";

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
