// Names and words that resemble those that are read. Requests are written in many dialects, so what is merely unknown passes;
// the work of comparing spellings is done once for each stranger, and for so many of one request at most.
import { nearestName } from "@signalbox/contracts";

import { createBoundedMap, type BoundedMap } from "../../caches/bounded-map.ts";
import type { Warnings } from "./warnings.ts";

export const NAME_CHARS_SHOWN = 60;

export interface Names {
  readonly all: readonly string[];
  readonly known: ReadonlySet<string>;
  /** The known name that each unknown one resembles; "" = nothing. */
  readonly remembered: BoundedMap<string>;
}

const SPELLINGS_MAX = 2000;

/** @param passed names that nobody reads and that are not worth a word either */
export const namesOf = (all: readonly string[], passed: readonly string[] = []): Names => ({
  all,
  known: new Set([...all, ...passed]),
  remembered: createBoundedMap(SPELLINGS_MAX),
});

/** The same few names come with every message of every request, so each is compared once. */
export function nearMiss(name: string, { all, remembered }: Names, warnings: Warnings): string | undefined {
  const found = remembered.get(name);
  if (found !== undefined) return found === "" ? undefined : found;
  if (!warnings.mayCompare()) return undefined;
  const near = nearestName(name, all, 1);
  if (name.length <= NAME_CHARS_SHOWN) remembered.set(name, near ?? "");
  return near;
}
