export type { Catalog, CatalogOptions } from "./create-catalog.ts";
export { createCatalog } from "./create-catalog.ts";
export type { ListedModel, ModelList, ModelListFilter } from "./list-models.ts";
export { listModels } from "./list-models.ts";
export type { CatalogOverrides } from "./overrides/catalog-overrides.ts";
export { parseOverrides, readOverrides } from "./overrides/catalog-overrides.ts";
export type { Spelling } from "./identity/split-spelling.ts";
export type { ArtefactFiles } from "./artefact-files.ts";
export { readArtefactFiles } from "./artefact-files.ts";
