// Reads the committed facts. They are ours and drift-tested, so only their gross shape is checked here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import type { CatalogData, CatalogRecord, ModeRow, MovingName, ScoreRow } from "./catalog-record.ts";

const DATA_DIR = join(import.meta.dirname, "../data");

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${path} cannot be read as JSON.`, { cause });
  }
}

/** @throws SignalboxError invalid_data when a file is missing, malformed or empty. */
export function loadCatalogData(dataDir: string = DATA_DIR): CatalogData {
  const facts = readJson(join(dataDir, "models.json")) as {
    version?: string;
    models?: CatalogRecord[];
    movingNames?: MovingName[];
  };
  const scores = readJson(join(dataDir, "scores.json")) as { scoresById?: Record<string, ScoreRow[]> };
  const modes = readJson(join(dataDir, "modes.json")) as { modesById?: Record<string, ModeRow[]> };
  if (
    facts.version === undefined ||
    !Array.isArray(facts.models) ||
    scores.scoresById === undefined ||
    modes.modesById === undefined
  ) {
    throw new SignalboxError("invalid_data", `${dataDir} does not hold catalogue data.`);
  }
  const { version, models, movingNames = [] } = facts;
  return { version, models, movingNames, scoresById: scores.scoresById, modesById: modes.modesById };
}
