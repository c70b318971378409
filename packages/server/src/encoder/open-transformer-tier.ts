// The transformer tier as the service runs it: its artefact, the static one that answers in its place, and the threads
// that embed prompts between them.
import { join } from "node:path";

import { SignalboxError, type Config } from "@signalbox/contracts";
import { createEngine, type Engine, type RoutingModel } from "@signalbox/engine";
import { createTieredEngine } from "@signalbox/engine/internals";
import { fetchWeights } from "@signalbox/encoder";

import { openPromptVectors, type PromptVectors } from "./prompt-vectors.ts";
import { createRequestVectors, type RequestVectors } from "./request-vectors.ts";

/** The transformer tier's artefact that the repository ships. */
export const SHIPPED_TRANSFORMER_DIR = join(import.meta.dirname, "../../../../artefacts/release-transformer");

export function transformerArtefactDir(config: Config): string {
  return config.encoder.artefactDir === "" ? SHIPPED_TRANSFORMER_DIR : config.encoder.artefactDir;
}

export interface TransformerTier {
  readonly engine: Engine;
  readonly requests: RequestVectors;
  readonly vectors: PromptVectors;
}

export interface TierParts {
  readonly config: Config;
  readonly model: RoutingModel;
  /** Answers where no vector is at hand. */
  readonly fallback: Engine;
  readonly catalogueVersion: string;
  readonly onFault: (cause: unknown) => void;
}

/** An address is fetched before the first thread opens, once: later starts find the file in the cache. */
async function fetchConfigured(place: string, sha256: string): Promise<void> {
  if (/^https?:/i.test(place)) await fetchWeights({ sha256, from: [place] });
}

/** @throws SignalboxError dependency_unavailable when the weights cannot be fetched; invalid_configuration when the artefact, the weights or the runtime do not belong together */
export async function openTransformerTier(parts: TierParts): Promise<TransformerTier> {
  const { config, model, fallback, catalogueVersion, onFault } = parts;
  const { encoder: need } = model;
  const { file: path, budgetMs, queueMax, cacheMax, threads } = config.encoder;
  if (need === undefined)
    throw new SignalboxError(
      "invalid_configuration",
      `The artefact ${model.version} reads no sentence encoder. Check \`encoder.artefactDir\`, or set \`encoder.tier\` to static.`,
    );
  await fetchConfigured(path, need.sha256);
  const vectors = await openPromptVectors({
    file: { path, sha256: need.sha256 },
    limits: { budgetMs, queueMax, cacheMax, threads },
    onFault,
  });
  if (vectors.width !== need.width) {
    await vectors.close();
    throw new SignalboxError(
      "invalid_artefact",
      `The encoder's vectors have ${vectors.width} columns, the artefact ${model.version} reads ${need.width}.`,
    );
  }
  const transformer = createEngine({ model, catalogueVersion, defaults: config.policy });
  const engine = createTieredEngine({
    transformer,
    transformerArtefact: model.version,
    static: fallback,
  });
  return { engine, vectors, requests: createRequestVectors(vectors, need) };
}
