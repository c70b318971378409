// What the product expects of every model on every prompt of a source, by the steps that a request takes: read, resolved in
// the catalogue, estimated and filtered. Choices among some of the candidates are then made by the engine from these.
import { plainInput, readSelectRequest } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { createOutlook } from "@signalbox/engine/internals";
import type { Outlook } from "@signalbox/engine/internals";
import type { ModelCatalog } from "@signalbox/contracts";
import type { ServedSource } from "./served-source.ts";

/** What decides: the artefact's model and the catalogue, under the default policy. */
export interface Product {
  readonly model: RoutingModel;
  readonly catalog: ModelCatalog;
}

export type PromptOutlook = (row: number) => Outlook;

/** The outlook on a prompt of the source, with all its models as candidates; labels are the source's names. */
export function createPromptOutlook({ model, catalog }: Product, source: ServedSource): PromptOutlook {
  const look = createOutlook({ model, catalogueVersion: catalog.version, defaults: {} });
  const llm_providers = source.models.map(({ name, spelling }) => ({ name, model: spelling }));
  return (row) => {
    const messages = [{ role: "user", content: source.texts[row] ?? "" }];
    return look(plainInput(readSelectRequest({ messages, llm_providers }, catalog)));
  };
}
