// Finds what the service would have picked on the traffic of another system's log, and what that would have cost. The file is
// read twice, once for its models and once for its calls; nothing is kept of either.
import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

import { SELECT_LIMITS, SignalboxError, type ModelCatalog, type Tradeoff } from "@signalbox/contracts";
import type { CandidateInput, Engine } from "@signalbox/engine";

import { ImportTally, type ImportReport } from "./import-report.ts";
import { judgeCall, judgeTokens, type JudgeSetting } from "./judge-call.ts";
import { candidateOf, createModelCounter, modelKey, type NamedModel } from "./past-call.ts";
import type { LogFormat, PastCall } from "./past-call.ts";
import { readLog, type LogEntry } from "./read-log.ts";

const TURN_CALLS = 20;
const COUNTING_SHARE = 0.1;

export interface ImportOptions {
  readonly path: string;
  /** Recognised by the first records when undefined. */
  readonly format: LogFormat | undefined;
  /** Candidates; the models of the log when empty. */
  readonly models: readonly string[];
  readonly tradeoff: Tradeoff | undefined;
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
  /** @param share 0..1 */
  readonly onProgress?: (share: number, stage: string) => void;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return Math.max(1, (await stat(path)).size);
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read. Check the path.`, { cause });
  }
}

/** The models of the log, most used first; the usual number of candidates bounds them. */
async function modelsOf(
  options: ImportOptions,
  tell: (entry: LogEntry) => void,
): Promise<readonly NamedModel[]> {
  const counter = createModelCounter(options.catalog);
  for await (const entry of readLog(options.path, options.format)) {
    tell(entry);
    if (entry.reading.kind === "call") counter.add(entry.reading.call);
  }
  return counter.list().slice(0, SELECT_LIMITS.candidatesMax);
}

function distinct(models: readonly NamedModel[], catalog: ModelCatalog): CandidateInput[] {
  const byKey = new Map(models.map((named) => [modelKey(named, catalog), named]));
  return [...byKey.values()].map((named) => candidateOf(named, catalog));
}

/** One call; a conversation that cannot be read is a fault of its line. */
function judge(input: { setting: JudgeSetting; tally: ImportTally; line: number; call: PastCall }): void {
  const { setting, tally, line, call } = input;
  if (call.messages === undefined) {
    tally.skip("no text was kept");
    tally.add(judgeTokens(setting, call));
    return;
  }
  try {
    tally.add(judgeCall(setting, call));
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
    tally.fault(line, error.detail);
  }
}

function take(entry: LogEntry, setting: JudgeSetting, tally: ImportTally): boolean {
  const { reading, line } = entry;
  if (reading.kind === "fault") tally.fault(line, reading.message);
  else if (reading.kind === "skipped") tally.skip(reading.reason);
  else judge({ setting, tally, line, call: reading.call });
  return reading.kind === "call";
}

/** @throws SignalboxError bad_request for a file that is not there; invalid_data when it holds no readable call */
export async function importLog(options: ImportOptions): Promise<ImportReport> {
  const { path, catalog, engine, tradeoff, onProgress } = options;
  const bytes = await sizeOf(path);
  const tell = (from: number, to: number, stage: string) => (entry: LogEntry) =>
    onProgress?.(from + (to - from) * Math.min(1, entry.bytesRead / bytes), stage);
  const named: readonly NamedModel[] =
    options.models.length > 0
      ? options.models.map((model) => ({ model, provider: undefined }))
      : await modelsOf(options, tell(0, COUNTING_SHARE, "reading the models"));
  const candidates = distinct(named, catalog);
  const setting: JudgeSetting = { engine, catalog, candidates, tradeoff };
  const tally = new ImportTally(candidates.map(({ label }) => label));
  const read: { format: LogFormat | undefined; lines: number; calls: number } = {
    format: undefined,
    lines: 0,
    calls: 0,
  };
  const advance = tell(COUNTING_SHARE, 1, "deciding again");
  for await (const entry of readLog(path, options.format)) {
    read.format = entry.format;
    read.lines = entry.line;
    if (take(entry, setting, tally) && (read.calls += 1) % TURN_CALLS === 0) {
      advance(entry);
      await setImmediate();
    }
  }
  return tally.report(read);
}
