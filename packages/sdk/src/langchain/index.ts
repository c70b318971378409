export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export {
  routingOf,
  type RoutedCallOptions,
  type RoutedChatModel,
  type ChatEntry,
  signalboxChat,
} from "./routed-chat-model.ts";
