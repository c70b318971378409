// Worker thread: trains one member on shared arrays, tells each epoch, hands the parameters back.
import { parentPort, workerData } from "node:worker_threads";
import { trainMember } from "./train-member.ts";
import type { EpochProgress, MemberOptions, TrainedMember } from "./train-member.ts";
import type { TrainingSet } from "./training-set.ts";

export interface MemberJob {
  readonly set: TrainingSet;
  readonly options: MemberOptions;
  readonly start: { readonly tokens: Float32Array; readonly width: number };
}

export type MemberMessage =
  | { readonly kind: "epoch"; readonly progress: EpochProgress }
  | { readonly kind: "done"; readonly trained: TrainedMember };

const job = workerData as MemberJob;
function send(message: MemberMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message port of a thread has no origin
  parentPort?.postMessage(message);
}
const trained = trainMember(job.set, job.options, job.start, (progress) => send({ kind: "epoch", progress }));
send({ kind: "done", trained });
