export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export type { ServedModel, ServedModels } from "./served-model.ts";
export { withSignalbox } from "./with-signalbox.ts";
export type { OpenAIRoutingOptions } from "./with-signalbox.ts";
