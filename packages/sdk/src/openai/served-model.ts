// The models that one address serves: the label under which the service knows a model, and the name under which the address does.
import type { ProviderWire } from "@signalbox/contracts";

import { assertSetup, type RoutingOptions } from "../adapters/routing-options.ts";

/** A model with what is known of it: prices, latency, attributes. */
export interface ServedModel extends Omit<ProviderWire, "name"> {
  /** Its name at the client's address, e.g. "gpt-6.2-sol". */
  readonly servedAs: string;
}

/** By label, e.g. `{ "openai/gpt-6.2-sol": "gpt-6.2-sol" }`. */
export type ServedModels = Readonly<Record<string, string | ServedModel>>;

export interface ServedCandidate extends ServedModel {
  readonly name: string;
}

function toCandidate(name: string, served: string | ServedModel): ServedCandidate {
  const known = typeof served === "string" ? { servedAs: served } : served;
  return { model: name, ...known, name };
}

/** @throws SignalboxApiError bad_request for an empty list; unlisted_label */
export function listServed(
  models: ServedModels,
  options: Pick<RoutingOptions, "fallback">,
): readonly ServedCandidate[] {
  assertSetup(Object.keys(models), options);
  return Object.entries(models).map(([name, served]) => toCandidate(name, served));
}
