export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export { routingOf } from "./client-response.ts";
export type { ServedModel, ServedModels } from "./served-model.ts";
export { withSignalbox } from "./with-signalbox.ts";
export type { OpenAIRoutingOptions } from "./with-signalbox.ts";
