export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export { type LanguageModel, type ModelEntry, routingOf, signalbox } from "./signalbox.ts";
