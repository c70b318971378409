// Thread of a training: fits one fold after another, or all rows, as it is asked.
import { parentPort, workerData } from "node:worker_threads";

import { createRouterFitter } from "@signalbox/engine/learn";
import type { CorrectionData, FoldLogits, RouterMembers } from "@signalbox/engine/learn";

export interface FoldJob {
  readonly data: CorrectionData;
  readonly foldOfRow: Int32Array;
}

/** A fold's number; undefined: all rows. */
export interface FoldTask {
  readonly fold: number | undefined;
}

export type FoldResult = { readonly held: FoldLogits } | { readonly members: RouterMembers };

const { data, foldOfRow } = workerData as FoldJob;
const fitter = createRouterFitter(data);

parentPort?.on("message", ({ fold }: FoldTask) => {
  const result: FoldResult =
    fold === undefined ? { members: fitter.members() } : { held: fitter.heldOut(foldOfRow, fold) };
  parentPort?.postMessage(result, []);
});
