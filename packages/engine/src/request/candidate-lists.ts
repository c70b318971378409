// Clients send the same few lists of candidates again and again. A list that says nothing but names is read once for each
// catalogue: the same array comes back, so that whatever is made of it can be kept by its identity.
import type { ModelCatalog, ProviderWire } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import { createBoundedMap, type BoundedMap } from "../session/bounded-map.ts";

const LISTS_MAX = 256;
/** Longer lists are rare, and keeping many of them would take megabytes. */
const ENTRIES_MAX = 64;
const KEY_CHARS_MAX = 8_192;

type CandidateList = readonly CandidateInput[];

const listsOf = new WeakMap<ModelCatalog, BoundedMap<CandidateList>>();

/** Lengths before the texts: no two lists share a key. A member that is missing is not one that is empty. */
const keyOfText = (text: unknown): string | undefined =>
  text === undefined ? "-" : typeof text === "string" ? `${text.length}:${text}` : undefined;

function keyOfEntry(entry: ProviderWire | string): string | undefined {
  if (typeof entry === "string") return `=${entry.length}:${entry}`;
  for (const member in entry)
    if (member !== "provider" && member !== "model" && member !== "name") return undefined;
  const [provider, model, name] = [keyOfText(entry.provider), keyOfText(entry.model), keyOfText(entry.name)];
  return provider === undefined || model === undefined || name === undefined
    ? undefined
    : `+${provider}${model}${name}`;
}

/** Undefined for a list that states more than names: prices, attributes, a latency. */
export function keyOfList(entries: readonly (ProviderWire | string)[]): string | undefined {
  if (entries.length > ENTRIES_MAX) return undefined;
  let key = "";
  for (const entry of entries) {
    const own = keyOfEntry(entry);
    if (own === undefined) return undefined;
    key += own;
  }
  return key.length > KEY_CHARS_MAX ? undefined : key;
}

export function knownList(catalog: ModelCatalog, key: string): CandidateList | undefined {
  return listsOf.get(catalog)?.get(key);
}

/** Freezes the list: only of one that never changes may anything be kept by its identity. */
export function keepList(catalog: ModelCatalog, key: string, list: CandidateList): void {
  Object.freeze(list);
  const lists = listsOf.get(catalog) ?? createBoundedMap<CandidateList>(LISTS_MAX);
  listsOf.set(catalog, lists);
  lists.set(key, list);
}
