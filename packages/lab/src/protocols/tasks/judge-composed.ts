// Held-out requests among chatter by writers that nothing was learned from: is each still read as what it asks, and does it keep its
// pick? The chatter is that of `atlas/judged`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import { readLines } from "../../atlas/read-lines.ts";
import { SURROUNDING_KINDS } from "../../atlas/surroundings.ts";
import type { SurroundingOfLanguage } from "../../atlas/surroundings.ts";
import { createComposer } from "../../train/task/compose.ts";

const SEED = 42;
const WRITER = "a";

interface Chatter {
  readonly id: string;
  readonly lang: string;
  readonly kind: string;
  readonly text: string;
}

function toSurrounding({ id, lang, kind, text }: Chatter): readonly SurroundingOfLanguage[] {
  const named = SURROUNDING_KINDS.find((each) => each === kind || each === `${kind}s`);
  return named === undefined
    ? []
    : [{ language: lang, surrounding: { id, writer: WRITER, kind: named, text } }];
}

/** Each request among chatter; none where the folder has no chatter. */
export function composeHeld(dir: string, entries: readonly AtlasEntry[]): readonly AtlasEntry[] {
  const file = join(dir, "judged", "chatter.jsonl");
  if (!existsSync(file)) return [];
  const surroundings = readLines(file, (line) => line as Chatter).flatMap(toSurrounding);
  const { compose } = createComposer(surroundings, []);
  const random = splitmix32(SEED);
  return entries.map((entry) => ({ ...entry, ...compose(entry, entry.language, random) }));
}
