import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import type { RoutingOptions } from "../adapters/routing-options.ts";
import { toEntries, type ChatEntry } from "./chat-entry.ts";
import { RoutedChatModel } from "./routed-chat-model.ts";

/**
 * A chat model that asks Signalbox which of `models` to use; it replaces any chat model. Down the ranking while
 * models fail, until there is content. The call option `signalbox` wishes differently for one call;
 * `response_metadata.signalbox` of an answer tells label, origin and session.
 * @throws SignalboxApiError bad_request for no models, one that tells no name, or two with one label; unlisted_label for a
 *   fallback that is none of them
 */
export function signalboxChat(
  models: readonly (BaseChatModel | ChatEntry)[],
  options: RoutingOptions,
): RoutedChatModel {
  return new RoutedChatModel({ entries: toEntries(models, options), options });
}
