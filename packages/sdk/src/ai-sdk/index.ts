export type { AnswerMetadata } from "../adapters/answer-metadata.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export type { LanguageModel } from "./language-model.ts";
export type { ModelEntry } from "./model-entry.ts";
export { routingOf } from "./session-marks.ts";
export { signalbox } from "./signalbox.ts";
