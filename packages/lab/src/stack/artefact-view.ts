// An artefact as the laboratory needs it: features, loadings and abilities of prompts and models, encoded once a text.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest, ModelCatalog } from "@signalbox/contracts";
import { abilityInputOf, loadRoutingModel } from "@signalbox/engine";
import type { Ability, PromptEncoding, RoutingModel } from "@signalbox/engine";
import type { ModelColumn } from "../baselines/index.ts";
import { normaliseRows } from "../baselines/vector.ts";
import { identifyModel } from "../recipe/identify-models.ts";

/** Texts encoded at most; beyond it the cache is emptied. */
const CACHE_MAX = 120_000;

/** What may be known of a model; the harder settings hide more. */
export type Knowledge = "outcomes" | "scores" | "prior";

export class ArtefactView {
  readonly model: RoutingModel;
  readonly manifest: ArtefactManifest;
  readonly #catalog: ModelCatalog = createCatalog();
  readonly #cache = new Map<string, PromptEncoding>();

  constructor(model: RoutingModel, manifest: ArtefactManifest) {
    this.model = model;
    this.manifest = manifest;
  }

  encode(text: string): PromptEncoding {
    const known = this.#cache.get(text);
    if (known !== undefined) return known;
    const encoding = this.model.encode({ text, context: "", toolCount: 0, turnCount: 1 });
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

  /** The ability that the artefact gives a model of a data folder, from no more than `knowledge`. */
  abilityOf(
    { source, name, canonical }: Pick<ModelColumn, "source" | "name" | "canonical">,
    knowledge: Knowledge,
  ): Ability {
    const identity = identifyModel({ source, name, canonical, vendor: "", kind: "" }, this.#catalog);
    const facts = this.#catalog.resolve({ model: identity.id });
    const input = abilityInputOf(facts, {});
    if (knowledge === "outcomes") return this.model.abilityOf({ ...input, modelId: identity.id });
    return this.model.abilityOf({
      ...input,
      modelId: undefined,
      scores: knowledge === "scores" ? input.scores : {},
    });
  }

  /** True when the catalogue has at least one public score of the model. */
  hasScores({ source, name, canonical }: Pick<ModelColumn, "source" | "name" | "canonical">): boolean {
    const identity = identifyModel({ source, name, canonical, vendor: "", kind: "" }, this.#catalog);
    return Object.keys(abilityInputOf(this.#catalog.resolve({ model: identity.id }), {}).scores).length > 0;
  }
}

/** @throws SignalboxError invalid_artefact when the folder holds no usable artefact */
export async function openArtefactView(dir: string): Promise<ArtefactView> {
  const files = await readArtefactFiles(dir);
  return new ArtefactView(loadRoutingModel(files), files.manifest);
}
