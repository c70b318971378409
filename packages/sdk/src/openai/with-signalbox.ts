import type { OpenAI } from "openai";
import type { RoutingOptions } from "../adapters/routing-options.ts";
import {
  createLinkedSessions,
  createRoutedFetch,
  type Fetch,
  listServed,
  type ServedModels,
} from "./routed-fetch.ts";

export interface OpenAIRoutingOptions extends RoutingOptions {
  /** The models that the client's address serves: the label of each candidate, and its name there. */
  readonly models: ServedModels;
  /** The model name that asks for a choice. Default "signalbox/auto". */
  readonly autoModel?: string | undefined;
  /** Tool calls and responses whose session is remembered. Default 1,000. */
  readonly linkedIdsMax?: number | undefined;
}

const AUTO_MODEL = "signalbox/auto";
const LINKED_IDS_MAX = 1000;

/** Not public in the client's types, but there since its first release: without it a fetch of the user's own were lost. */
function fetchOf(openai: OpenAI): Fetch {
  const own: unknown = Reflect.get(openai, "fetch");
  return typeof own === "function" ? (own as Fetch) : globalThis.fetch;
}

/**
 * A copy of the client for which `model: "signalbox/auto"` is resolved before each chat completion and each response, with
 * all that is built on them; other models and calls are untouched. While models fail the next of the ranking is tried,
 * until there is content. `x-signalbox-*` headers of a request wish differently for it; those of an answer tell the choice.
 * @throws SignalboxApiError bad_request when no models are listed; unlisted_label for a fallback that is none of them
 */
export function withSignalbox<C extends OpenAI>(openai: C, options: OpenAIRoutingOptions): C {
  const { models, autoModel = AUTO_MODEL, linkedIdsMax = LINKED_IDS_MAX, ...routing } = options;
  const fetch = createRoutedFetch({
    fetch: fetchOf(openai),
    autoModel,
    candidates: listServed(models, routing),
    options: routing,
    sessions: createLinkedSessions(linkedIdsMax),
  });
  return openai.withOptions({ fetch });
}
