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

/** Stand where the length of a text would; no text of a key is as long. One byte each, as the texts mostly are. */
const ABSENT = "\u00ff";
const BARE = "\u00fe";
const TEXT_CHARS_MAX = 0xfd;

/** Lengths before the texts, a unit each: no two lists share a key. A member that is missing is not one that is empty. */
function keyOfText(text: unknown): string | undefined {
  if (text === undefined) return ABSENT;
  return typeof text === "string" && text.length <= TEXT_CHARS_MAX
    ? String.fromCharCode(text.length) + text
    : undefined;
}

function keyOfEntry(entry: ProviderWire | string): string | undefined {
  if (typeof entry === "string") {
    const text = keyOfText(entry);
    return text === undefined ? undefined : BARE + text;
  }
  for (const member in entry)
    if (member !== "provider" && member !== "model" && member !== "name") return undefined;
  const [provider, model, name] = [keyOfText(entry.provider), keyOfText(entry.model), keyOfText(entry.name)];
  return provider === undefined || model === undefined || name === undefined
    ? undefined
    : provider + model + name;
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
