// The model of the catalogue that an unknown name is a misspelling of, most likely.
import { editDistance, type ModelCatalog } from "@signalbox/contracts";

import { createBoundedMap, type BoundedMap } from "../session/bounded-map.ts";

const CHARS_MAX = 80;
const CHARS_MIN = 4;
const STRANGERS_MAX = 5000;
const EDITS_MAX = 2;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly digits: string;
}

interface Spellings {
  readonly models: readonly Named[];
  /** Of names that were asked before; "" = none is near. */
  readonly found: BoundedMap<string>;
}

const nameOf = (spelling: string): string => spelling.slice(spelling.lastIndexOf("/") + 1).toLowerCase();
const digitsOf = (name: string): string => name.replaceAll(/\D/g, "");

/** The list of a catalogue never changes, so it is read once. */
const spellings = new WeakMap<ModelCatalog, Spellings>();

function spellingsOf(catalog: ModelCatalog): Spellings {
  const known = spellings.get(catalog);
  if (known !== undefined) return known;
  const models = catalog.list().map(({ id }) => {
    const name = nameOf(id);
    return { id, name, digits: digitsOf(name) };
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
  if (name.length < CHARS_MIN || name.length > CHARS_MAX) return undefined;
  const { models, found } = spellingsOf(catalog);
  const before = found.get(name);
  if (before !== undefined) return before === "" ? undefined : before;
  const nearest = search(name, models);
  found.set(name, nearest ?? "");
  return nearest;
}

function search(name: string, models: readonly Named[]): string | undefined {
  const digits = digitsOf(name);
  let nearest: string | undefined;
  let fewest = EDITS_MAX + 1;
  for (const model of models) {
    const edits = editDistance(name, model.name, fewest - 1);
    if (edits >= fewest || (edits > 1 && model.digits !== digits)) continue;
    nearest = model.id;
    fewest = edits;
  }
  return nearest;
}
