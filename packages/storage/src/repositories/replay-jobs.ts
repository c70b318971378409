import type { Context } from "../database/context.ts";
import type { ReplayJobRepository } from "../interface/learning.ts";
import { createJobRepository, newJobColumns, toJob } from "./jobs.ts";

export function createReplayJobRepository(context: Context): ReplayJobRepository {
  return createJobRepository(context, { table: "replayJobs", toItem: toJob, toColumns: newJobColumns });
}
