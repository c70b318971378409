// The engine that decides now. It is replaced as a whole, so an artefact is switched or rolled back without a restart:
// a request that began with the old engine ends with it.
import { join } from "node:path";

import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type Config, type ModelCatalog } from "@signalbox/contracts";
import { createEngine, loadRoutingModel, type Engine, type RoutingModel } from "@signalbox/engine";

/** The artefact that the repository ships. */
export const SHIPPED_ARTEFACT_DIR = join(import.meta.dirname, "../../../../artefacts/release");

export interface EngineHolder {
  readonly current: Engine;
  readonly artefactVersion: string;
  /** Reads the directory again and switches to what is there. @throws SignalboxError invalid_artefact, keeping the old */
  reload(directory: string): Promise<void>;
}

export function configuredArtefactDir(config: Config): string {
  return config.model.artefactDir === "" ? SHIPPED_ARTEFACT_DIR : config.model.artefactDir;
}

interface Loaded {
  readonly engine: Engine;
  readonly artefactVersion: string;
}

/** The advice belongs to the setting, which the reader of the files does not know. */
function withAdvice(fault: unknown, directory: string): unknown {
  if (!(fault instanceof SignalboxError) || fault.code !== "invalid_artefact") return fault;
  const advice = `The artefact in ${directory} cannot be used. Install it again, or choose another with SIGNALBOX_ARTEFACT_DIR or --artefact-dir.`;
  return new SignalboxError("invalid_artefact", `${fault.detail} ${advice}`, { cause: fault });
}

async function loadModel(directory: string): Promise<RoutingModel> {
  try {
    return loadRoutingModel(await readArtefactFiles(directory));
  } catch (fault) {
    throw withAdvice(fault, directory);
  }
}

async function load(directory: string, config: Config, catalog: ModelCatalog): Promise<Loaded> {
  const model = await loadModel(directory);
  const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: config.policy });
  return { engine, artefactVersion: model.version };
}

export async function createEngineHolder(config: Config, catalog: ModelCatalog): Promise<EngineHolder> {
  let loaded = await load(configuredArtefactDir(config), config, catalog);
  return {
    get current() {
      return loaded.engine;
    },
    get artefactVersion() {
      return loaded.artefactVersion;
    },
    reload: async (directory) => {
      loaded = await load(directory, config, catalog);
    },
  };
}
