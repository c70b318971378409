// The public list of models (`GET /v2/models`): one plain row a model, deprecated ones apart, unknown values null.
import type { ModelFacts } from "@signalbox/contracts";
import type { Catalog } from "./create-catalog.ts";

export interface ListedModel {
  readonly provider: string;
  readonly model: string;
  /** @unit tokens */
  readonly context_length: number | null;
  /** @unit USD per 1M tokens */
  readonly input_price: number | null;
  /** @unit USD per 1M tokens */
  readonly output_price: number | null;
  readonly openrouter_model: string | null;
}

export interface ModelList {
  readonly models: readonly ListedModel[];
  readonly deprecated_models: readonly ListedModel[];
  readonly total: number;
}

export interface ModelListFilter {
  /** Vendor names; each may hold several, comma-joined. Empty or absent: all. */
  readonly provider?: readonly string[] | undefined;
  readonly openrouterOnly?: boolean | undefined;
}

function rowOf(facts: ModelFacts, catalog: Catalog): ListedModel {
  return {
    provider: facts.vendor,
    model: facts.id.slice(facts.vendor.length + 1),
    context_length: facts.contextTokens ?? null,
    input_price: facts.prices?.inputUsdPerMTok ?? null,
    output_price: facts.prices?.outputUsdPerMTok ?? null,
    openrouter_model: catalog.openrouterIdOf(facts.id) ?? null,
  };
}

/** Rows in the order of the catalogue; `total` counts the models that are not deprecated. */
export function listModels(catalog: Catalog, filter: ModelListFilter = {}): ModelList {
  const wanted = new Set(
    (filter.provider ?? [])
      .flatMap((each) => each.split(","))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ""),
  );
  const kept = catalog
    .list()
    .filter((facts) => wanted.size === 0 || wanted.has(facts.vendor))
    .filter((facts) => filter.openrouterOnly !== true || catalog.openrouterIdOf(facts.id) !== undefined);
  const models = kept.filter((facts) => facts.isDeprecated !== true).map((facts) => rowOf(facts, catalog));
  const deprecated = kept
    .filter((facts) => facts.isDeprecated === true)
    .map((facts) => rowOf(facts, catalog));
  return { models, deprecated_models: deprecated, total: models.length };
}
