// The engine that decides now. It is replaced as a whole, so an artefact is switched or rolled back without a restart:
// a request that began with the old engine ends with it.
import { join } from "node:path";

import { readArtefactFiles } from "@signalbox/catalog";
import type { Config, ModelCatalog } from "@signalbox/contracts";
import { createEngine, loadRoutingModel, type Engine } from "@signalbox/engine";

/** The artefact that the repository ships. */
export const SHIPPED_ARTEFACT_DIR = join(import.meta.dirname, "../../../../artefacts/release");

export interface EngineHolder {
  readonly current: Engine;
  readonly artefactVersion: string;
  /** Reads the directory again and switches to what is there. @throws SignalboxError invalid_artefact, keeping the old */
  reload(directory: string): Promise<void>;
}

interface Loaded {
  readonly engine: Engine;
  readonly artefactVersion: string;
}

async function load(directory: string, config: Config, catalog: ModelCatalog): Promise<Loaded> {
  const model = loadRoutingModel(await readArtefactFiles(directory));
  const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: config.policy });
  return { engine, artefactVersion: model.version };
}

export async function createEngineHolder(config: Config, catalog: ModelCatalog): Promise<EngineHolder> {
  const { artefactDir } = config.model;
  let loaded = await load(artefactDir === "" ? SHIPPED_ARTEFACT_DIR : artefactDir, config, catalog);
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
