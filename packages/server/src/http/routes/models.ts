// The catalogue: rich for the dashboard, short for existing clients, with the account's corrections.
import { listModels as listCatalogue, type Catalog, type ModelList } from "@signalbox/catalog";
import {
  CompatModelsQuerySchema,
  CompatModelsSchema,
  DoneSchema,
  ModelOverrideParamsSchema,
  ModelOverrideSchema,
  ModelsAnswerSchema,
  ModelsQuerySchema,
  SavedModelOverrideSchema,
} from "@signalbox/contracts";

import { deleteOverride, putOverride } from "../../services/models/change-override.ts";
import { findModels } from "../../services/models/list-models.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "Models";
const isPerson = { kind: "person" } as const;

const wholeCatalogues = new WeakMap<Catalog, ModelList>();

/** The one list that anybody may ask for without a key is made once, and again when a price changes. */
function wholeCatalogue(catalog: Catalog): ModelList {
  const list = wholeCatalogues.get(catalog) ?? listCatalogue(catalog, {});
  wholeCatalogues.set(catalog, list);
  return list;
}

export const modelRoutes: readonly Route[] = [
  defineRoute({
    operationId: "listModels",
    method: "GET",
    path: "/models",
    access: { kind: "key", scope: "read" },
    tag,
    summary: "The catalogue with prices, limits and abilities by field, the account's corrections applied.",
    query: ModelsQuerySchema,
    response: ModelsAnswerSchema,
    handler: (call) => findModels(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "putModelOverride",
    method: "PUT",
    path: "/models/overrides/:id",
    access: isPerson,
    tag,
    summary: "Corrects a known model, or adds one of the account's own.",
    params: ModelOverrideParamsSchema,
    body: ModelOverrideSchema,
    response: SavedModelOverrideSchema,
    handler: (call) => putOverride(call.context, callerOf(call), { id: call.params.id, override: call.body }),
  }),
  defineRoute({
    operationId: "deleteModelOverride",
    method: "DELETE",
    path: "/models/overrides/:id",
    access: isPerson,
    tag,
    summary: "Takes a correction back.",
    params: ModelOverrideParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await deleteOverride(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "listModelsCompatible",
    method: "GET",
    path: "/v2/models",
    isCompatible: true,
    access: { kind: "public" },
    tag,
    summary: "The catalogue in the form of existing clients.",
    query: CompatModelsQuerySchema,
    response: CompatModelsSchema,
    handler: ({ context, query }) => {
      const { provider, openrouter_only: openrouterOnly } = query;
      const providers = typeof provider === "string" ? [provider] : provider;
      const catalog = context.catalog.at(context.clock.nowMs());
      if (providers === undefined && openrouterOnly !== true) return wholeCatalogue(catalog);
      return listCatalogue(catalog, { provider: providers, openrouterOnly });
    },
  }),
];
