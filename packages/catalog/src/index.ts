export { type Catalog, type CatalogOptions, createCatalog } from "./create-catalog.ts";
export { CATALOG_OLD_DAYS, catalogAgeOf, type CatalogAge } from "./lifecycle/catalog-age.ts";
export { type ListedModel, type ModelList, type ModelListFilter, listModels } from "./list-models.ts";
export { type Roster, type Tier, exampleIds, listRosters, newestIds } from "./lines/roster.ts";
export { type CatalogOverrides, parseOverrides, readOverrides } from "./overrides/catalog-overrides.ts";
export { compareVersions } from "./lines/line-index.ts";
export { PROVIDER_WORDS } from "./host-words.ts";
export {
  type ServedArtefactOptions,
  type ArtefactFiles,
  readServedArtefact,
  readArtefactFiles,
  readShippedArtefact,
  SHIPPED_ARTEFACT_DIR,
} from "./served-artefact.ts";
export {
  type CatalogRefresh,
  type PriceChange,
  type RefreshOptions,
  describeRefresh,
  refreshCatalog,
} from "./refresh-catalog.ts";
export { type PriceList, parsePriceList, readPriceList } from "./prices/price-list-file.ts";
