// Walks a value along the table of misspellings. On the path of every decision: one look into a set for each member, and nothing
// made before there is something to warn of.
import { isRecord, unknownMember } from "@signalbox/contracts";

import type { Place } from "./misspellings.ts";
import { nearMiss } from "./near-names.ts";
import type { Warnings } from "./warnings.ts";

interface Found {
  readonly value: unknown;
  /** Written only where there is something to say. */
  readonly location: () => string;
}

export function warnOfMisspellings(place: Place, found: Found, warnings: Warnings): void {
  if (!warnings.isFull && !isKnown(place, found.value)) walk(place, found, warnings);
}

/** Whether every name and every word of a value is a known one. */
function isKnown(place: Place, value: unknown): boolean {
  if (typeof value === "string") return place.words === undefined || place.words.known.has(value);
  if (Array.isArray(value)) {
    const { items } = place;
    if (items !== undefined) for (const item of value) if (!isKnown(items, item)) return false;
    return true;
  }
  if (!isRecord(value)) return true;
  const { members, inside } = place;
  if (members !== undefined) for (const name in value) if (!members.known.has(name)) return false;
  for (const name in inside) {
    const inner = inside[name];
    if (inner !== undefined && !isKnown(inner, value[name])) return false;
  }
  return true;
}

function walk(place: Place, { value, location }: Found, warnings: Warnings): void {
  if (warnings.isFull) return;
  if (typeof value === "string") warnOfWord(place, { value, location }, warnings);
  else if (Array.isArray(value)) {
    if (place.items === undefined) return;
    for (let i = 0; i < value.length && !warnings.isFull; i += 1)
      walk(place.items, { value: value[i] as unknown, location: () => `${location()}[${i}]` }, warnings);
  } else if (isRecord(value)) {
    warnOfMembers(place, { value, location }, warnings);
    for (const name in place.inside) {
      const inner = place.inside[name];
      const member = value[name];
      if (inner === undefined || member === undefined || member === null) continue;
      walk(inner, { value: member, location: () => `${location()}.${name}` }, warnings);
    }
  }
}

interface Holder extends Found {
  readonly value: Readonly<Record<string, unknown>>;
}

function warnOfMembers({ members, isClosed }: Place, { value, location }: Holder, warnings: Warnings): void {
  if (members === undefined) return;
  for (const name of Object.keys(value)) {
    if (members.known.has(name)) continue;
    if (warnings.isFull) return;
    const near = isClosed === true ? undefined : nearMiss(name, members, warnings);
    if (isClosed === true || (near !== undefined && value[near] === undefined))
      warnings.add(unknownMember(location(), name, members.all));
  }
}

interface Word extends Found {
  readonly value: string;
}

/** Words that descriptions enumerate; where others are allowed beside them, only what resembles one is worth a word. */
function warnOfWord({ words, isClosed }: Place, { value, location }: Word, warnings: Warnings): void {
  if (words === undefined || words.known.has(value)) return;
  if (isClosed === true) {
    const fix = `Send a list of ${words.all.join(", ")}.`;
    warnings.add({ location: location(), message: "It is not known.", fix });
    return;
  }
  const near = nearMiss(value, words, warnings);
  if (near === undefined) return;
  const message = "It is not known, and is read as nothing in particular.";
  warnings.add({ location: location(), message, fix: `Did you mean \`${near}\`?` });
}
