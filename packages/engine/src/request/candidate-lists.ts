// Clients send the same few lists of candidates again and again. A list that comes again is read once for each catalogue: the
// same array comes back, so that whatever is made of it can be kept by its identity.
import type { ModelCatalog } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate.ts";
import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";

type CandidateList = readonly CandidateInput[];

/** Most lists that are kept for a catalogue, with all that is made of them. */
const LISTS_MAX = 256;
const BYTES_MAX = 32 * 2 ** 20;
/**
 * Size of an entry that was read, built and written for the journal (700 measured), and of the smallest attributes (20 a
 * character).
 */
const ENTRY_BYTES = 2_048;
const KEY_CHAR_BYTES = 32;
/** Keys that came once, two bytes a character at most. */
const SEEN_MAX = 1_024;
const SEEN_CHARS_MAX = 2 ** 20;

interface Lists {
  readonly kept: BoundedMap<CandidateList>;
  readonly seen: BoundedMap<true>;
}

const listsOf = new WeakMap<ModelCatalog, Lists>();

const bytesOf = (key: string, list: CandidateList): number =>
  list.length * ENTRY_BYTES + key.length * KEY_CHAR_BYTES;

function createLists(catalog: ModelCatalog): Lists {
  const lists: Lists = {
    kept: createBoundedMap(LISTS_MAX, { max: BYTES_MAX, of: bytesOf }),
    seen: createBoundedMap(SEEN_MAX, { max: SEEN_CHARS_MAX, of: (key) => key.length }),
  };
  listsOf.set(catalog, lists);
  return lists;
}

export function knownList(catalog: ModelCatalog, key: string): CandidateList | undefined {
  return listsOf.get(catalog)?.kept.get(key);
}

/** False the first time: who sends ever new lists takes no room from lists that come again. */
export function comesAgain(catalog: ModelCatalog, key: string): boolean {
  const { seen } = listsOf.get(catalog) ?? createLists(catalog);
  if (seen.get(key) === undefined) {
    seen.set(key, true);
    return false;
  }
  seen.delete(key);
  return true;
}

/** Freezes the list, of which nobody else may hold a part that changes: what is made of it is kept by its identity. */
export function keepList(catalog: ModelCatalog, key: string, list: CandidateList): void {
  listsOf.get(catalog)?.kept.set(key, Object.freeze(list));
}
