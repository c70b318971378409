// The caller's chat models as candidates of a selection.
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ProviderWire } from "@signalbox/contracts";

import { assertSetup, setupError, type RoutingOptions } from "../adapters/routing-options.ts";
import { labelOf } from "../select/candidates.ts";

/** A chat model with what is known of it: a name, prices, latency, attributes. */
export interface ChatEntry extends ProviderWire {
  readonly chatModel: BaseChatModel;
}

const isEntry = (model: BaseChatModel | ChatEntry): model is ChatEntry => "chatModel" in model;

function toEntry(model: BaseChatModel | ChatEntry): ChatEntry {
  if (!isEntry(model)) return toEntry({ chatModel: model });
  // The parameters for tracers are the one place where every chat model names its model.
  const { ls_provider: provider, ls_model_name: name } = model.chatModel.getLsParams({});
  return { ...(name !== undefined && { provider: provider ?? null, model: name }), ...model };
}

/** @throws SignalboxApiError bad_request for no models, one that tells no name, or two with one label; unlisted_label */
export function toEntries(
  models: readonly (BaseChatModel | ChatEntry)[],
  options: RoutingOptions,
): readonly ChatEntry[] {
  const entries = models.map(toEntry);
  const labels = entries.map((entry) => labelOf(entry));
  const nameless = labels.indexOf(undefined);
  if (nameless >= 0)
    throw setupError(
      `Chat model ${nameless + 1} does not tell which model it calls. List it as { chatModel, name } or with a \`model\`.`,
    );
  assertSetup(
    labels.flatMap((label) => label ?? []),
    options,
  );
  return entries;
}
