// What runs without threads can only take an artefact that needs no sentence encoder.
import { SignalboxError } from "@signalbox/contracts";

import type { RoutingModel } from "./routing-model.ts";

/** @param advice what to do instead @throws SignalboxError invalid_configuration for a model of the transformer tier */
export function assertStaticTier({ encoder, version }: RoutingModel, advice: string): void {
  if (encoder !== undefined)
    throw new SignalboxError(
      "invalid_configuration",
      `The artefact ${version} belongs to the transformer tier. ${advice}`,
    );
}
