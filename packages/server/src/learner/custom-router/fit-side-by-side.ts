// The parts of a training in two threads, where the machine has two cores and the file rows enough to pay for a thread. The result
// is that of one after the other, to the last digit.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { createRouterFitter, joinMembers, selectShares } from "@signalbox/engine/learn";
import type {
  CorrectionData,
  FittedRouter,
  FoldLogits,
  RouterMembers,
  RouterSelection,
} from "@signalbox/engine/learn";

import type { FoldJob, FoldResult, FoldTask } from "./fold-worker.ts";

const THREADS_MAX = 2;
/** Fewer are fitted before a thread has started. */
const OUTCOMES_MIN = 2000;

interface FittedFolds {
  readonly selection: RouterSelection;
  readonly fitted: FittedRouter;
}

type OnPart = (share: number) => void;

/** Threads take the next task when they are free. @returns in the order of the tasks */
async function fitInThreads(
  job: FoldJob,
  tasks: readonly FoldTask[],
  threads: number,
  onPart: OnPart,
): Promise<readonly FoldResult[]> {
  const results: FoldResult[] = [];
  let [next, done] = [0, 0];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("fold-worker.ts", import.meta.url), { workerData: job });
      let at = 0;
      const ask = (): void => {
        if (next === tasks.length) {
          resolve(worker.terminate().then(() => undefined));
          return;
        }
        at = next;
        next += 1;
        worker.postMessage(tasks[at], []);
      };
      worker.on("message", (result: FoldResult) => {
        results[at] = result;
        done += 1;
        onPart(done / tasks.length);
        ask();
      });
      worker.on("error", reject);
      worker.on("exit", (code) => reject(new Error(`A training thread ended with code ${code}.`)));
      ask();
    });
  await Promise.all(Array.from({ length: threads }, work));
  return results;
}

function fitInTurn({ data, foldOfRow }: FoldJob, tasks: readonly FoldTask[], onPart: OnPart): FoldResult[] {
  const fitter = createRouterFitter(data);
  return tasks.map(({ fold }, at) => {
    const result =
      fold === undefined ? { members: fitter.members() } : { held: fitter.heldOut(foldOfRow, fold) };
    onPart((at + 1) / tasks.length);
    return result;
  });
}

/** Encodings hold more than learning reads: what it does not is not copied into threads. */
function withoutWords(data: CorrectionData): CorrectionData {
  return { ...data, encodings: data.encodings.map(({ features }) => ({ features })) };
}

/** @param onPart share of the work that is done, 0..1 */
export async function fitSideBySide(
  data: CorrectionData,
  foldOfRow: Int32Array,
  onPart: OnPart,
): Promise<FittedFolds> {
  // All rows take longest, so they go first.
  const tasks: FoldTask[] = [{ fold: undefined }, ...[...new Set(foldOfRow)].map((fold) => ({ fold }))];
  const threads = data.outcomes.length < OUTCOMES_MIN ? 1 : Math.min(THREADS_MAX, availableParallelism());
  const job = { data: withoutWords(data), foldOfRow };
  const results =
    threads === 1 ? fitInTurn(job, tasks, onPart) : await fitInThreads(job, tasks, threads, onPart);
  const folds: FoldLogits[] = [];
  let members: RouterMembers | undefined;
  for (const result of results)
    if ("held" in result) folds.push(result.held);
    else members = result.members;
  const selection = selectShares(data, folds);
  if (members === undefined) throw new TypeError("The task for all rows is among the tasks.");
  return { selection, fitted: joinMembers(data, selection.shares, members) };
}
