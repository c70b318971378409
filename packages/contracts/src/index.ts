export {
  describeFieldError,
  ERROR_TABLE,
  invalid,
  SignalboxError,
  type ErrorCode,
  type ErrorDefinition,
  type ErrorOptions,
  type FieldError,
} from "./errors.ts";
export { every, type Periodic } from "./every.ts";
export { groupBy, isRecord, trimSlashes } from "./values.ts";
export {
  catalogAt,
  MODALITIES,
  refusedBeside,
  STATED_SOURCES,
  TOKENIZER_FAMILIES,
  type Modality,
  type ModelCatalog,
  type ModelFacts,
  type ModelAccepts,
  type ModelPrices,
  type ModelShutdown,
  type ModelSpeed,
  type PriceFactors,
  type PriceTier,
  type PriceWindow,
  type PublicScore,
  type TokenizerFamily,
  type TokenPrices,
} from "./model-facts.ts";
export {
  type HiddenTokens,
  type Mode,
  type ModeFacts,
  type ModeGround,
  type ModelModes,
  isMode,
  modeOfBudget,
  MODES,
  nearestMode,
  settleMode,
  thinksLess,
} from "./model-modes.ts";
export {
  type ModelName,
  type NameLine,
  type NameWords,
  type NamedMode,
  type Spelling,
  NAME_RULES,
  readName,
} from "./model-name.ts";
export * from "./decisions/explanation.ts";
export * from "./preferences/policy-faults.ts";
export * from "./preferences/preference.ts";
export * from "./select/content-features.ts";
export {
  CALL_ROLES,
  type CallRole,
  OPERATIONS,
  TASK_FIELDS,
  TaskWireSchema,
  type Operation,
  type TaskField,
  type TaskWire,
} from "./task.ts";
export { UNDERSTOOD_ATTRIBUTES } from "./select/request.ts";
export type { EffortWire } from "./select/effort.ts";
export { SELECT_LIMITS } from "./select/limits.ts";
export * from "./select/read-fields.ts";
export * from "./select/request.ts";
export * from "./select/check-request.ts";
export * from "./select/response.ts";
export * from "./tags.ts";
export { readUsage, type CallUsage } from "./usage.ts";
export { FAULTS_MAX } from "./validation/describe-fault.ts";
export {
  assertJsonBounds,
  refuseNesting,
  type JsonBounds,
  type JsonMember,
} from "./validation/json-bounds.ts";
export { compileSchema, type CompiledSchema } from "./validation/compile-schema.ts";
export {
  editDistance,
  nearestName,
  nearestOf,
  spellingsOf,
  findUnknownMembers,
  unknownMember,
  type Spellings,
} from "./spelling/spelling.ts";
export { ConfigSchema, listSettings, type Config } from "./config/config-schema.ts";
export type { SettingAnnotations, SettingDefinition } from "./config/setting.ts";
export * from "./api/account.ts";
export * from "./api/service-health.ts";
export * from "./api/auth.ts";
export * from "./api/common.ts";
export * from "./api/compat.ts";
export * from "./api/custom-routers.ts";
export * from "./api/decisions.ts";
export * from "./api/sessions.ts";
export * from "./api/replay.ts";
export * from "./api/feedback.ts";
export * from "./api/keys.ts";
export * from "./api/members.ts";
export * from "./api/models.ts";
export * from "./api/ledger.ts";
export * from "./api/overview.ts";
export * from "./api/own-sign-in.ts";
export * from "./api/overview-groups.ts";
export * from "./api/preferences.ts";
export * from "./api/privacy.ts";
export * from "./artefact.ts";
export * from "./catalog-overrides.ts";
export { VERSION } from "./version.ts";
