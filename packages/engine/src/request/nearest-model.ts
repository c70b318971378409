// The model of the catalogue that an unknown name is a misspelling of, most likely.
import { editDistance, type ModelCatalog } from "@signalbox/contracts";

import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";

const CHARS_MAX = 80;
/** Shorter names resemble too many: they are compared with models of the vendor that is named beside them. */
const CHARS_MIN = 4;
const STRANGERS_MAX = 5000;
const EDITS_MAX = 2;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly digits: string;
  readonly vendor: string;
  readonly letters: number;
}

interface Spellings {
  readonly models: readonly Named[];
  /** Answers for names that were asked before; "" = none is near. */
  readonly found: BoundedMap<string>;
}

const nameOf = (spelling: string): string => spelling.slice(spelling.lastIndexOf("/") + 1).toLowerCase();
const vendorOf = (spelling: string): string =>
  spelling.slice(0, Math.max(0, spelling.lastIndexOf("/"))).toLowerCase();
const digitsOf = (name: string): string => name.replaceAll(/\D/g, "");

/** Which letters occur, as bits: an edit changes two of them at most, so most names are distinguished without comparing them. */
function lettersOf(name: string): number {
  let bits = 0;
  for (let at = 0; at < name.length; at += 1) bits |= 1 << (name.charCodeAt(at) & 31);
  return bits;
}

function differing(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** The list of a catalogue never changes, so it is read once. */
const spellings = new WeakMap<ModelCatalog, Spellings>();

function spellingsOf(catalog: ModelCatalog): Spellings {
  const known = spellings.get(catalog);
  if (known !== undefined) return known;
  const models = catalog.list().map(({ id }) => {
    const name = nameOf(id);
    return { id, name, digits: digitsOf(name), vendor: vendorOf(id), letters: lettersOf(name) };
  });
  const fresh = { models, found: createBoundedMap<string>(STRANGERS_MAX) };
  spellings.set(catalog, fresh);
  return fresh;
}

/**
 * The id of the closest model within one edit, or within two that leave its digits alone: `gpt-5.7` beside `gpt-5.5`
 * is more likely a new release than two slips. Undefined when none is near.
 */
export function nearestModel(spelling: string, catalog: ModelCatalog): string | undefined {
  const name = nameOf(spelling);
  const vendor = name.length < CHARS_MIN ? vendorOf(spelling) : undefined;
  if (vendor === "" || name.length > CHARS_MAX) return undefined;
  const { models, found } = spellingsOf(catalog);
  const key = vendor === undefined ? name : `${vendor}/${name}`;
  const before = found.get(key);
  if (before !== undefined) return before === "" ? undefined : before;
  const nearest = search(name, vendor === undefined ? models : models.filter((one) => one.vendor === vendor));
  found.set(key, nearest ?? "");
  return nearest;
}

function search(name: string, models: readonly Named[]): string | undefined {
  const [digits, letters] = [digitsOf(name), lettersOf(name)];
  let nearest: string | undefined;
  let fewest = EDITS_MAX + 1;
  for (const model of models) {
    if (differing(letters, model.letters) >= 2 * fewest) continue;
    const edits = editDistance(name, model.name, fewest - 1);
    if (edits >= fewest || (edits > 1 && model.digits !== digits)) continue;
    nearest = model.id;
    fewest = edits;
  }
  return nearest;
}
