export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export type { LanguageModel, ModelEntry } from "./language-model.ts";
export { routingOf } from "./session-marks.ts";
export { signalbox } from "./signalbox.ts";
