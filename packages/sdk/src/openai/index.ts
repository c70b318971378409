export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export { routingOf, type ServedModel, type ServedModels } from "./routed-fetch.ts";
export { withSignalbox, type OpenAIRoutingOptions } from "./with-signalbox.ts";
