// An artefact as the laboratory needs it: features, loadings and abilities of prompts and models, encoded once a text.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest, ModelCatalog } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import {
  abilityInputOf,
  candidateCalled,
  createRowReader,
  semanticWidthOf,
  withVectors,
  readText,
} from "@signalbox/engine/internals";
import type { RoutingModel } from "@signalbox/engine";
import type { Ability, PromptEncoding, RowReader } from "@signalbox/engine/internals";
import type { ModelColumn } from "../contract/estimator.ts";
import { normaliseRows } from "../../features/vector.ts";
import { openPromptEmbedder, VECTORS_DIR } from "../../features/prompt-embedder.ts";
import type { PromptEmbedder } from "../../features/prompt-embedder.ts";
import { callModel } from "../../data/called-model.ts";
import { identifyModel } from "../../data/identify-models.ts";

/** Texts encoded at most; beyond it the cache is emptied. */
const CACHE_MAX = 120_000;

/** A model as a data folder names it. */
export type ModelName = Pick<ModelColumn, "source" | "name" | "canonical">;

/** What may be known of a model; the harder settings hide more. */
export type Knowledge = "outcomes" | "scores" | "facts" | "nothing";

export class ArtefactView {
  readonly model: RoutingModel;
  readonly manifest: ArtefactManifest;
  readonly catalog: ModelCatalog = createCatalog();
  readonly #cache = new Map<string, PromptEncoding>();
  readonly #embedder: PromptEmbedder | undefined;

  /** @param embedder needed where the artefact rests on a sentence encoder */
  constructor(model: RoutingModel, manifest: ArtefactManifest, embedder?: PromptEmbedder) {
    this.#embedder = embedder;
    this.model = this.equip(model);
    this.manifest = manifest;
  }

  /** The same model with the vectors of this artefact's encoder, where it rests on one. */
  equip(model: RoutingModel): RoutingModel {
    const embedder = this.#embedder;
    return embedder === undefined ? model : withVectors(model, (ids) => embedder.embed(ids));
  }

  /** Embeds texts ahead, many in one batch, where the artefact rests on a sentence encoder. */
  async prepare(texts: readonly string[], onProgress: (done: number) => void): Promise<void> {
    const { encoder } = this.model;
    if (encoder === undefined) return;
    const readings = texts.map((text) => encoder.idsOf(readText(text)));
    await this.#embedder?.embedAhead(readings, onProgress);
  }

  /** Writes down what was embedded and ends the threads. */
  async close(): Promise<void> {
    await this.#embedder?.close();
  }

  encode(text: string): PromptEncoding {
    const known = this.#cache.get(text);
    if (known !== undefined) return known;
    const encoding = { ...this.model.encode(readText(text)), readDetails: undefined };
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    this.#cache.set(text, encoding);
    return encoding;
  }

  /** @shape texts.length x loadingCount */
  loadingsOf(texts: readonly string[]): Float32Array {
    return this.#join(texts, (encoding) => encoding.loadings);
  }

  /** Unit-length rows. @shape texts.length x featureCount */
  featuresOf(texts: readonly string[]): Float32Array {
    return normaliseRows(
      this.#join(texts, (encoding) => encoding.features),
      this.featureCount,
    );
  }

  /** The counts and shares of a text's surface: its features but for those that tell what it is about. */
  surfaceOf(texts: readonly string[]): { readonly features: Float32Array; readonly dim: number } {
    const from = semanticWidthOf(this.manifest);
    return {
      features: this.#join(texts, ({ features }) => features.subarray(from)),
      dim: this.featureCount - from,
    };
  }

  get featureCount(): number {
    return this.encode("?").features.length;
  }

  get loadingCount(): number {
    return this.encode("?").loadings.length;
  }

  #join(texts: readonly string[], partOf: (encoding: PromptEncoding) => Float32Array): Float32Array {
    const width = partOf(this.encode("?")).length;
    const out = new Float32Array(texts.length * width);
    for (const [i, text] of texts.entries()) out.set(partOf(this.encode(text)), i * width);
    return out;
  }

  /** Catalogue id of a model of a data folder, or its canonical name. */
  idOf({ source, name, canonical }: ModelName): string {
    return identifyModel({ source, name, canonical, vendor: "", kind: "" }, this.catalog).id;
  }

  /** What the product goes by on a prompt of a data folder, for the models that it names. */
  readerOf(models: readonly ModelName[]): RowReader {
    const candidates = models.map((model) => {
      const called = callModel({ ...model, vendor: "", kind: "" }, this.catalog);
      return candidateCalled(model.name, called?.facts);
    });
    return createRowReader(this.model, candidates);
  }

  /** The ability that the artefact gives a model of a data folder, from no more than `knowledge`. */
  abilityOf(name: ModelName, knowledge: Knowledge): Ability {
    if (knowledge === "nothing") return this.model.abilityOf({ modelId: undefined, scores: {} });
    const id = this.idOf(name);
    const input = abilityInputOf(this.catalog.resolve({ model: id }), {});
    if (knowledge === "outcomes") return this.model.abilityOf({ ...input, modelId: id });
    const scores = knowledge === "scores" ? input.scores : {};
    return this.model.abilityOf({ ...input, modelId: undefined, scores, stated: scores });
  }

  /** True when the catalogue has a public score of the model. */
  hasScores(name: ModelName): boolean {
    const facts = this.catalog.resolve({ model: this.idOf(name) });
    return facts !== undefined && facts.scores.length > 0;
  }

  /** True when the artefact learned the model from outcomes. */
  hasOutcomes(name: ModelName): boolean {
    const { origin, placed } = this.abilityOf(name, "outcomes");
    return origin === "outcomes" || (placed?.ground.outcomes ?? 0) > 0;
  }
}

/** Where an artefact of the transformer tier finds its vectors. */
export interface VectorOptions {
  /** Weights of the sentence encoder; the installed ones when left out. */
  readonly encoderFile?: string | undefined;
  /** Folder that keeps vectors. @default ".cache/embeddings" */
  readonly vectorsDir?: string | undefined;
}

/** @throws SignalboxError invalid_artefact when the folder holds no usable artefact, invalid_configuration without the weights it needs */
export async function openArtefactView(dir: string, options: VectorOptions = {}): Promise<ArtefactView> {
  const files = await readArtefactFiles(dir);
  const model = loadRoutingModel(files);
  if (model.encoder === undefined) return new ArtefactView(model, files.manifest);
  const weights = { path: options.encoderFile ?? "", sha256: model.encoder.sha256 };
  const embedder = await openPromptEmbedder({ weights, dir: options.vectorsDir ?? VECTORS_DIR });
  return new ArtefactView(model, files.manifest, embedder);
}
