export { ERROR_TABLE, SignalboxError } from "./errors.ts";
export type { ErrorCode, ErrorDefinition, ErrorOptions, FieldError } from "./errors.ts";
export type {
  Modality,
  ModelCatalog,
  ModelFacts,
  ModelPrices,
  ModelSpeed,
  PriceTier,
  PublicScore,
  TokenizerFamily,
  TokenPrices,
} from "./model-facts.ts";
export * from "./decisions/explanation.ts";
export * from "./preferences/preference.ts";
export * from "./select/request.ts";
export * from "./select/response.ts";
