// Sections of the published page that no protocol measures: the expected bill and learning.
import { readFile } from "node:fs/promises";
import { SignalboxError } from "@signalbox/contracts";
import { BILLED_SOURCES, LENGTH_SOURCES, measureBills, renderBill } from "../studies/bill/render-bill.ts";
import { loadDataset } from "../../packages/lab/src/data/index.ts";
import { renderLearningSection } from "../studies/learning/render-learning.ts";
import type { SimulationRow } from "../studies/learning/run-simulations.ts";
import { openArtefactView } from "../../packages/lab/src/estimators/custom/custom-router.ts";

interface MoreRequest {
  /** Data folder and release artefact that bills are measured with; without either there is no such section. */
  readonly dataDir?: string | undefined;
  readonly releaseDir?: string | undefined;
  /** Rows that `npm run research -- simulate --json` wrote. */
  readonly learningFile?: string | undefined;
}

async function renderBills(dataDir: string, releaseDir: string): Promise<string> {
  const dataset = await loadDataset(dataDir, { sources: [...BILLED_SOURCES, ...LENGTH_SOURCES] });
  const view = await openArtefactView(releaseDir);
  return [
    "## The expected bill against the real one",
    `Artefact ${view.manifest.version}; what the columns say, and where it falls short, is described in [the expected bill](research/bill.md). Command: \`node research/bill.ts --data DIR\`.`,
    renderBill(measureBills(dataset, view, "release")).trim(),
  ].join("\n\n");
}

async function renderLearning(path: string): Promise<string> {
  try {
    return renderLearningSection(JSON.parse(await readFile(path, "utf8")) as SimulationRow[]).trim();
  } catch (cause) {
    throw new SignalboxError("bad_request", `--learning: ${path} holds no rows of simulate --json.`, {
      cause,
    });
  }
}

export async function renderMore({
  dataDir,
  releaseDir,
  learningFile,
}: MoreRequest): Promise<readonly string[]> {
  const bills =
    dataDir === undefined || releaseDir === undefined ? [] : [await renderBills(dataDir, releaseDir)];
  return learningFile === undefined ? bills : [...bills, await renderLearning(learningFile)];
}
