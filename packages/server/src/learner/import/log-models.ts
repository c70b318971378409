// Candidates of an import: the models of the log, one entry for every spelling of a model, or those that were named.
import { SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import { type CandidateInput } from "@signalbox/engine";
import { readCandidates } from "@signalbox/engine/internals";

import type { PastCall } from "./past-call.ts";

export type NamedModel = Pick<PastCall, "model" | "provider">;

/** The canonical id where the catalogue knows the model, else the name as it was written. */
export function modelKey({ model, provider }: NamedModel, catalog: ModelCatalog): string {
  const spelling = provider === undefined ? { model } : { model, provider };
  return catalog.resolve(spelling)?.id ?? (provider === undefined ? model : `${provider}/${model}`);
}

/** A name that a request could not use, such as one of a mode that the model does not have, is a label of the log's own. */
export function candidateOf(named: NamedModel, catalog: ModelCatalog): CandidateInput {
  const name = modelKey(named, catalog);
  const read = (wire: object): CandidateInput => readCandidates({ llm_providers: [wire] }, catalog)[0]!;
  try {
    return read({ name, provider: named.provider, model: named.model });
  } catch (fault) {
    if (!(fault instanceof SignalboxError)) throw fault;
    return read({ name });
  }
}

/** Counts each model of the log; the first spelling that was seen stands for it. */
export function createModelCounter(catalog: ModelCatalog): {
  readonly add: (call: NamedModel) => void;
  /** Most used first. */
  readonly list: () => readonly NamedModel[];
} {
  const seen = new Map<string, { readonly named: NamedModel; count: number }>();
  return {
    add: (call) => {
      const key = modelKey(call, catalog);
      const entry = seen.get(key) ?? { named: { model: call.model, provider: call.provider }, count: 0 };
      entry.count += 1;
      seen.set(key, entry);
    },
    list: () => [...seen.values()].toSorted((a, b) => b.count - a.count).map(({ named }) => named),
  };
}
