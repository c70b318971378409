// Names and words that resemble those that are read. Requests are written in many dialects, so what is merely unknown passes;
// the work of comparing spellings is done once for each stranger, and for so many of one request at most.
import { nearestOf, spellingsOf, type Spellings } from "@signalbox/contracts";

import type { Warnings } from "./warnings.ts";

export const NAME_CHARS_SHOWN = 60;

export interface Names {
  readonly all: readonly string[];
  readonly spellings: Spellings;
  readonly known: ReadonlySet<string>;
  /** The known name that each unknown one resembles; "" = nothing. */
  readonly remembered: Map<string, string>;
}

const SPELLINGS_MAX = 2000;

/** @param passed names that nobody reads and that are not worth a word either */
export const namesOf = (all: readonly string[], passed: readonly string[] = []): Names => ({
  all,
  spellings: spellingsOf(all),
  known: new Set([...all, ...passed]),
  remembered: new Map(),
});

/**
 * The same few names come with every message of every request, so each is compared once. Where there is no more room all
 * are compared again: one after the other forgotten, a body of strangers would move each entry that it finds.
 */
export function nearMiss(
  name: string,
  { spellings, remembered }: Names,
  warnings: Warnings,
): string | undefined {
  const found = remembered.get(name);
  if (found !== undefined) return found === "" ? undefined : found;
  if (!warnings.mayCompare()) return undefined;
  const near = nearestOf(name, spellings, 1);
  if (remembered.size >= SPELLINGS_MAX) remembered.clear();
  if (name.length <= NAME_CHARS_SHOWN) remembered.set(name, near ?? "");
  return near;
}
