// Worker thread: reads the uploaded file, trains the router, tells progress. It opens catalogue and artefact itself,
// so that nothing of the training runs on the thread that answers decisions.
import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type CustomRouterReport } from "@signalbox/contracts";
import { createRandom, loadRoutingModel, serialiseCorrection } from "@signalbox/engine";

import { EVALUATION_DEFAULTS, type FileCheck } from "./evaluation-table.ts";
import { hasErrors, readEvaluations } from "./read-evaluations.ts";
import { trainRouter } from "./train-router.ts";

export interface TrainRequest {
  readonly filePath: string;
  readonly fileName: string;
  readonly artefactDir: string;
  readonly promptColumn: string;
  readonly isLargerBetter: boolean;
}

export interface TrainResult {
  readonly kind: "done";
  readonly labels: readonly string[];
  readonly rows: number;
  readonly checks: readonly FileCheck[];
  /** Undefined when the file has errors. */
  readonly report?: CustomRouterReport;
  /** Undefined when the rows do not justify a change of the shipped router. */
  readonly correction?: string | undefined;
  readonly isBetter: boolean;
  readonly artefactVersion: string;
}

export type TrainMessage =
  | TrainResult
  | { readonly kind: "progress"; readonly phase: string; readonly share: number }
  | { readonly kind: "fault"; readonly detail: string };

const READ_SHARE = 0.1;
const PROGRESS_ROWS = 500;

function tell(message: TrainMessage): void {
  parentPort?.postMessage(message, []);
}

async function train(request: TrainRequest): Promise<TrainResult> {
  const model = loadRoutingModel(await readArtefactFiles(request.artefactDir));
  const { promptColumn, isLargerBetter, fileName } = request;
  const table = await readEvaluations(
    { chunks: createReadStream(request.filePath), fileName },
    { ...EVALUATION_DEFAULTS, promptColumn, isLargerBetter, random: createRandom(1) },
    (rows) => {
      if (rows % PROGRESS_ROWS === 0)
        tell({ kind: "progress", phase: `checking the file, row ${rows}`, share: 0 });
    },
  );
  const { labels, checks, rowsSeen: rows } = table;
  const common = { kind: "done", labels, rows, checks, artefactVersion: model.version } as const;
  if (hasErrors(table)) return { ...common, isBetter: false };
  const trained = trainRouter(table, { catalog: createCatalog(), model }, ({ phase, share }) => {
    tell({ kind: "progress", phase, share: READ_SHARE + (1 - READ_SHARE) * share });
  });
  const correction = trained.fitted === undefined ? undefined : serialiseCorrection(trained.fitted);
  return { ...common, report: trained.report, correction, isBetter: trained.isBetter };
}

try {
  tell(await train(workerData as TrainRequest));
} catch (error) {
  const detail =
    error instanceof SignalboxError ? error.detail : "The training failed; the log of the service says more.";
  tell({ kind: "fault", detail });
  if (!(error instanceof SignalboxError)) throw error;
}
