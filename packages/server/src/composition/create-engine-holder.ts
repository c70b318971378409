// The engine that decides now. It is replaced as a whole, so an artefact is switched or rolled back without a restart:
// a request that began with the old engine ends with it.
import { readArtefactFiles, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError, type Config, type ModelCatalog } from "@signalbox/contracts";
import { createEngine, loadRoutingModel, type Engine, type RoutingModel } from "@signalbox/engine";

import type { ContentArtefact, EngineHolder } from "../context/engine-holder.ts";
import {
  openTransformerTier,
  transformerArtefactDir,
  type TransformerTier,
} from "../encoder/open-transformer-tier.ts";

interface Loaded {
  readonly engine: Engine;
  readonly artefactVersion: string;
  readonly transformer: Pick<TransformerTier, "requests" | "vectors"> | undefined;
  readonly contentArtefact: ContentArtefact;
}

/** Directory of the static tier's artefact, which also answers in place of the transformer. */
export function configuredArtefactDir(config: Config): string {
  return config.model.artefactDir === "" ? SHIPPED_ARTEFACT_DIR : config.model.artefactDir;
}

/** Directory of the artefact that decides in the configured tier, and that custom routers are trained on. */
export function decidingArtefactDir(config: Config): string {
  return config.encoder.tier === "transformer"
    ? transformerArtefactDir(config)
    : configuredArtefactDir(config);
}

/** The advice belongs to the setting, which the reader of the files does not know. */
function withAdvice(fault: unknown, directory: string, setting: string): unknown {
  if (!(fault instanceof SignalboxError) || fault.code !== "invalid_artefact") return fault;
  const advice = `The artefact in ${directory} cannot be used. Install it again, or choose another with ${setting}.`;
  return new SignalboxError("invalid_artefact", `${fault.detail} ${advice}`, { cause: fault });
}

async function loadModel(directory: string, setting: string): Promise<RoutingModel> {
  try {
    return loadRoutingModel(await readArtefactFiles(directory));
  } catch (fault) {
    throw withAdvice(fault, directory, setting);
  }
}

const STATIC_SETTING = "SIGNALBOX_ARTEFACT_DIR or --artefact-dir";
const TRANSFORMER_SETTING = "SIGNALBOX_ENCODER_ARTEFACT_DIR or --encoder-artefact-dir";

async function loadStatic(config: Config, catalogueVersion: string): Promise<Loaded> {
  const directory = configuredArtefactDir(config);
  const model = await loadModel(directory, STATIC_SETTING);
  if (model.encoder !== undefined)
    throw new SignalboxError(
      "invalid_configuration",
      `The artefact ${model.version} belongs to the transformer tier. Name it in \`encoder.artefactDir\` with \`encoder.tier\` transformer; \`model.artefactDir\` takes a static one.`,
    );
  const engine = createEngine({ model, catalogueVersion, defaults: config.policy });
  const { version } = model;
  const contentArtefact = { version, directory };
  return { engine, artefactVersion: version, transformer: undefined, contentArtefact };
}

async function load(
  config: Config,
  catalogueVersion: string,
  onFault: (cause: unknown) => void,
): Promise<Loaded> {
  const usual = await loadStatic(config, catalogueVersion);
  if (config.encoder.tier === "static") return usual;
  const model = await loadModel(transformerArtefactDir(config), TRANSFORMER_SETTING);
  const fallback = usual.engine;
  const { engine, requests, vectors } = await openTransformerTier({
    config,
    model,
    fallback,
    catalogueVersion,
    onFault,
  });
  return { ...usual, engine, artefactVersion: model.version, transformer: { requests, vectors } };
}

/** The configuration with another directory of the deciding artefact. */
function withDirectory(config: Config, artefactDir: string): Config {
  return config.encoder.tier === "transformer"
    ? { ...config, encoder: { ...config.encoder, artefactDir } }
    : { ...config, model: { ...config.model, artefactDir } };
}

/**
 * @param onFault is called when a thread of the transformer tier ends; it is replaced
 * @throws SignalboxError invalid_artefact, invalid_configuration
 */
export async function createEngineHolder(
  config: Config,
  catalog: ModelCatalog,
  onFault: (cause: unknown) => void = () => undefined,
): Promise<EngineHolder> {
  let loaded = await load(config, catalog.version, onFault);
  return {
    get current() {
      return loaded.engine;
    },
    get artefactVersion() {
      return loaded.artefactVersion;
    },
    get transformer() {
      return loaded.transformer;
    },
    get contentArtefact() {
      return loaded.contentArtefact;
    },
    reload: async (directory) => {
      const { transformer: old } = loaded;
      loaded = await load(withDirectory(config, directory), catalog.version, onFault);
      await old?.vectors.close();
    },
    close: async () => {
      await loaded.transformer?.vectors.close();
    },
  };
}
