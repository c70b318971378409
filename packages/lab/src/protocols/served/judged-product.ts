// The product that is judged: model and catalogue as a user gets them, and which sources the artefact has learned from.
import type { SplitName } from "../../data/index.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import type { Product, ServedSource } from "./served-source.ts";
import { sampleSource } from "./served-source.ts";

export const PROMPTS_PER_SOURCE = 300;

export interface JudgedProduct extends Product {
  /** Split by which the artefact learned from the source; undefined where it did not. */
  readonly learnedSplitOf: (source: string) => SplitName | undefined;
}

export interface SampledSource {
  readonly source: ServedSource;
  /** False also where the source was left out of what the product knows. */
  readonly isLearned: boolean;
  /** The product that decides on this source. */
  readonly product: Product;
}

export function productOf({ view }: Pick<ProtocolContext, "view">): JudgedProduct {
  const { model, catalog, manifest } = view;
  const learned = new Set(manifest.sources);
  return {
    model,
    catalog,
    learnedSplitOf: (source) => (learned.has(source) ? manifest.split : undefined),
  };
}

/** Sources with enough to judge, sampled one after the other. */
export function* sampleSources(context: ProtocolContext, product: JudgedProduct): Generator<SampledSource> {
  const { dataset, seeds, promptsPerSource = PROMPTS_PER_SOURCE, modelWithout, sources } = context;
  for (const name of dataset.sources) {
    if (sources !== undefined && !sources.includes(name)) continue;
    const learnedSplit = product.learnedSplitOf(name);
    const source = sampleSource({
      dataset,
      catalog: product.catalog,
      source: name,
      learnedSplit,
      promptsMax: promptsPerSource,
      seed: seeds[0] ?? 0,
    });
    if (source === undefined) continue;
    if (modelWithout === undefined) yield { source, isLearned: learnedSplit !== undefined, product };
    else yield { source, isLearned: false, product: { ...product, model: modelWithout(name) } };
  }
}
