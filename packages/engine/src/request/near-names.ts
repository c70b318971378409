// Names and words that resemble those that are read. Requests are written in many dialects, so what is merely unknown passes;
// the work of comparing spellings is done once for each stranger.
import type { FieldError } from "@signalbox/contracts";
import { isRecord, nearestName, unknownMember } from "@signalbox/contracts";

import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";

export const WARNINGS_MAX = 20;
export const NAME_CHARS_SHOWN = 60;

export type Wire = Readonly<Record<string, unknown>>;

export interface Names {
  readonly all: readonly string[];
  readonly known: ReadonlySet<string>;
  /** What unknown names resemble; "" = nothing. */
  readonly remembered: BoundedMap<string>;
}

const SPELLINGS_MAX = 2000;
export const namesOf = (all: readonly string[]): Names => ({
  all,
  known: new Set(all),
  remembered: createBoundedMap(SPELLINGS_MAX),
});

export interface Members {
  /** Written only where there is something to say. */
  readonly location: () => string;
  readonly names: Names;
  readonly warnings: FieldError[];
}

/** Messages and tools are written in many dialects: only what resembles a member that is read is worth a word. */
export function warnOfMembers(list: unknown, { location, names, warnings }: Members): void {
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length; i += 1) {
    const member: unknown = list[i];
    if (isRecord(member))
      warnOfNearMisses(member, { location: () => `${location()}[${i}]`, names, warnings });
  }
}

export function warnOfNearMisses(wire: Wire, { location, names, warnings }: Members): void {
  for (const name of Object.keys(wire)) {
    if (names.known.has(name) || warnings.length >= WARNINGS_MAX) continue;
    const near = nearMiss(name, names);
    if (near !== undefined && wire[near] === undefined)
      warnings.push(unknownMember(location(), name, names.all));
  }
}

/** The same few names come with every message of every request, so each is compared once. */
function nearMiss(name: string, { all, remembered }: Names): string | undefined {
  const found = remembered.get(name);
  if (found !== undefined) return found === "" ? undefined : found;
  const near = nearestName(name, all, 1);
  if (name.length <= NAME_CHARS_SHOWN) remembered.set(name, near ?? "");
  return near;
}

/** Words that descriptions enumerate; others are allowed beside them, so only what resembles one is worth a word. */
export function warnOfWord(word: unknown, { location, names, warnings }: Members): void {
  if (typeof word !== "string" || names.known.has(word) || warnings.length >= WARNINGS_MAX) return;
  const near = nearMiss(word, names);
  if (near === undefined) return;
  const [message, fix] = [
    "It is not known, and is read as nothing in particular.",
    `Did you mean \`${near}\`?`,
  ];
  warnings.push({ location: location(), message, fix });
}
