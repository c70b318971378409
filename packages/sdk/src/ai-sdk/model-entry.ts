// The caller's models as candidates of a selection.
import type { ProviderWire } from "@signalbox/contracts";

import { assertSetup, setupError, type RoutingOptions } from "../adapters/routing-options.ts";
import { labelOf } from "../select/candidates.ts";
import { vendorOf, type LanguageModel } from "./language-model.ts";

/** A model with what is known of it: a name, prices, latency, attributes. */
export interface ModelEntry<M extends LanguageModel = LanguageModel> extends ProviderWire {
  readonly languageModel: M;
}

const isEntry = <M extends LanguageModel>(model: M | ModelEntry<M>): model is ModelEntry<M> =>
  "languageModel" in model;

function toEntry<M extends LanguageModel>(model: M | ModelEntry<M>): ModelEntry<M> {
  if (!isEntry(model)) return toEntry<M>({ languageModel: model });
  const { languageModel } = model;
  return { provider: vendorOf(languageModel), model: languageModel.modelId, ...model };
}

/** @throws SignalboxApiError bad_request for no models, two with one label, or models of different versions; unlisted_label */
export function toEntries<M extends LanguageModel>(
  models: readonly (M | ModelEntry<M>)[],
  options: RoutingOptions,
): readonly ModelEntry<M>[] {
  const entries = models.map((model) => toEntry<M>(model));
  assertSetup(
    entries.map((entry) => labelOf(entry) ?? ""),
    options,
  );
  const versions = new Set(entries.map(({ languageModel }) => languageModel.specificationVersion));
  if (versions.size > 1)
    throw setupError(
      `The models implement different versions of the AI SDK's interface (${[...versions].join(", ")}). ` +
        "Update the older provider packages, or wrap their models with `wrapLanguageModel` of `ai`.",
    );
  return entries;
}
