export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export type { LanguageModel } from "./language-model.ts";
export type { ModelEntry } from "./model-entry.ts";
export { signalbox } from "./signalbox.ts";
