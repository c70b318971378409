// The engine that decides now. It is replaced as a whole, so an artefact is switched or rolled back without a restart:
// a request that began with the old engine ends with it.
import { readArtefactFiles, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError, type Config, type ModelCatalog } from "@signalbox/contracts";
import { createEngine, loadRoutingModel, type RoutingModel } from "@signalbox/engine";

import type { EngineHolder, LoadedEngine } from "../context/service-context.ts";

/** Directory of the artefact that decides, and that custom routers are trained on. */
export function configuredArtefactDir(config: Config): string {
  return config.model.artefactDir === "" ? SHIPPED_ARTEFACT_DIR : config.model.artefactDir;
}

const SETTING = "SIGNALBOX_ARTEFACT_DIR or --artefact-dir";

/** The advice belongs to the setting, which the reader of the files does not know. */
function withAdvice(fault: unknown, directory: string): unknown {
  if (!(fault instanceof SignalboxError) || fault.code !== "invalid_artefact") return fault;
  const advice = `The artefact in ${directory} cannot be used. Install it again, or choose another with ${SETTING}.`;
  return new SignalboxError("invalid_artefact", `${fault.detail} ${advice}`, { cause: fault });
}

async function loadModel(directory: string): Promise<RoutingModel> {
  try {
    return loadRoutingModel(await readArtefactFiles(directory));
  } catch (fault) {
    throw withAdvice(fault, directory);
  }
}

/** @throws SignalboxError invalid_artefact */
export async function createEngineHolder(config: Config, catalog: ModelCatalog): Promise<EngineHolder> {
  const load = async (artefactDir: string): Promise<LoadedEngine> => {
    const model = await loadModel(artefactDir);
    const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: config.policy });
    return { engine, artefactVersion: model.version, artefactDir };
  };
  let loaded = await load(configuredArtefactDir(config));
  return {
    get current() {
      return loaded.engine;
    },
    get artefactVersion() {
      return loaded.artefactVersion;
    },
    get artefactDir() {
      return loaded.artefactDir;
    },
    reload: async (directory) => {
      loaded = await load(directory);
    },
  };
}
