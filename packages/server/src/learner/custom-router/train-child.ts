// Child process: reads the uploaded file, trains the router, tells progress. It opens catalogue and artefact itself,
// so that nothing of the training runs in the process that answers decisions.
import { createReadStream } from "node:fs";

import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type CustomRouterReport } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { serialiseRouter } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";

import { checkLabels, EVALUATION_DEFAULTS, type FileCheck } from "./evaluation-data.ts";
import { writeKeptRows } from "../../services/custom-routers/row-archive.ts";
import { hasErrors, readEvaluations } from "./read-evaluations.ts";
import { trainRouter } from "./train-router.ts";

export interface TrainRequest {
  readonly filePath: string;
  readonly fileName: string;
  readonly artefactDir: string;
  readonly promptColumn: string;
  readonly isLargerBetter: boolean;
  /** The file where the rows are written that the router was trained from; absent: nowhere. */
  readonly rowsPath?: string | undefined;
}

export interface TrainResult {
  readonly kind: "done";
  readonly labels: readonly string[];
  readonly rows: number;
  /** Count of the different prompts that it was trained from; undefined when it was not. */
  readonly usedRows?: number;
  readonly checks: readonly FileCheck[];
  /** Undefined when the file has errors; so is the router. */
  readonly report?: CustomRouterReport;
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

function tell(message: TrainMessage): Promise<void> {
  // Resolves once the message is handed over: a process that ends earlier takes its last words with it.
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}

async function train(request: TrainRequest): Promise<TrainResult> {
  const model = loadRoutingModel(await readArtefactFiles(request.artefactDir));
  const { promptColumn, isLargerBetter, fileName } = request;
  const table = await readEvaluations(
    { chunks: createReadStream(request.filePath), fileName },
    { ...EVALUATION_DEFAULTS, promptColumn, isLargerBetter, random: mulberry32(1) },
    (rows) => {
      if (rows % PROGRESS_ROWS === 0)
        void tell({ kind: "progress", phase: `checking the file, row ${rows}`, share: 0 });
    },
  );
  const { labels, rowsSeen: rows } = table;
  const catalog = createCatalog();
  const checks = table.checks.concat(checkLabels(labels, catalog));
  const common = { kind: "done", labels, rows, checks, artefactVersion: model.version } as const;
  if (hasErrors(checks)) return { ...common, isBetter: false };
  const trained = trainRouter(table, { catalog, model }, ({ phase, share }) => {
    void tell({ kind: "progress", phase, share: READ_SHARE + (1 - READ_SHARE) * share });
  });
  const correction = serialiseRouter(trained.fitted);
  if (request.rowsPath !== undefined) await writeKeptRows(request.rowsPath, table, trained.picks);
  const usedRows = table.rows.length;
  return { ...common, usedRows, report: trained.report, correction, isBetter: trained.isBetter };
}

async function work(request: TrainRequest): Promise<void> {
  try {
    await tell(await train(request));
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
    await tell({ kind: "fault", detail: error.detail });
  } finally {
    process.disconnect();
  }
}

// A parent that dies takes the training with it: the job's lease runs out and another process starts it again.
process.on("disconnect", () => process.exit());
process.once("message", (request: TrainRequest) => {
  void work(request);
});
