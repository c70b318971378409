// The models of a source as a user would name them in a request: by the source's own spelling where the catalogue reads it,
// which keeps a mode that the spelling states, else by the model's usual name.
import type { ModelCatalog, ModelFacts } from "@signalbox/contracts";
import { identifyModel } from "./identify-models.ts";
import type { SourceModel } from "./dataset.ts";

export interface CalledModel {
  /** The source's name for it. */
  readonly name: string;
  /** The spelling in the request. */
  readonly spelling: string;
  readonly facts: ModelFacts | undefined;
  /** Effort or thinking that the name states; undefined = the provider's default. */
  readonly mode: string | undefined;
}

const MODE = /(?:^|[-_ :(])(xhigh|high|medium|low|minimal|none|thinking|non-?reasoning|reasoning)\)?$/i;

export function modeInName(name: string): string | undefined {
  return MODE.exec(name)?.[1]?.toLowerCase().replace("nonreasoning", "non-reasoning");
}

/** Undefined for a base model, which no user calls for a chat. */
export function callModel(model: SourceModel, catalog: ModelCatalog): CalledModel | undefined {
  const { id, isServed } = identifyModel(model, catalog);
  if (id.startsWith("base:")) return undefined;
  const spellings = [model.name, model.canonical, ...(isServed ? [id] : [])];
  const spelling =
    spellings.find((each) => catalog.resolve({ model: each }) !== undefined) ?? model.canonical;
  return {
    name: model.name,
    spelling,
    facts: catalog.resolve({ model: spelling }),
    mode: modeInName(model.name),
  };
}
