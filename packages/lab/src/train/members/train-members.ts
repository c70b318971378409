// Runs the members of the ensemble in worker threads, a few at a time, in a fixed order of results.
import { Worker } from "node:worker_threads";
import type { EpochProgress, TrainedMember } from "./train-member.ts";
import type { MemberJob, MemberMessage } from "./member-worker.ts";

export interface MemberListener {
  onEpoch(job: number, progress: EpochProgress): void;
  onTrained(job: number, trained: TrainedMember): void;
}

function runJob(job: MemberJob, onEpoch: (progress: EpochProgress) => void): Promise<TrainedMember> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./member-worker.ts", import.meta.url), { workerData: job });
    worker.on("message", (message: MemberMessage) => {
      if (message.kind === "done") resolve(message.trained);
      else onEpoch(message.progress);
    });
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code !== 0) reject(new Error(`A training thread ended with code ${code}.`));
    });
  });
}

/** Trained members in the order of the jobs, however the threads interleave. */
export async function trainMembers(
  jobs: readonly MemberJob[],
  workers: number,
  listener: MemberListener,
): Promise<readonly TrainedMember[]> {
  const results: TrainedMember[] = [];
  let next = 0;
  const drain = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next;
      next += 1;
      const job = jobs[index];
      if (job === undefined) continue;
      const trained = await runJob(job, (progress) => listener.onEpoch(index, progress));
      listener.onTrained(index, trained);
      results[index] = trained;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, drain));
  return results;
}
