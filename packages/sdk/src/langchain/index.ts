export type { AnswerMetadata } from "../adapters/ask-routed.ts";
export type { RoutingOptions, RoutingWishes } from "../adapters/routing-options.ts";
export { routingOf } from "./messages-to-wire.ts";
export type { ChatEntry } from "./chat-entry.ts";
export type { RoutedCallOptions } from "./route.ts";
export type { RoutedChatModel } from "./routed-chat-model.ts";
export { signalboxChat } from "./signalbox-chat.ts";
