// System prompts, each with what its author says of it: whether it tells by itself what is to be done with the user's turn.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAtlasSystem } from "./atlas-schema.ts";
import type { AtlasSystem } from "./atlas-schema.ts";
import { readLines } from "./read-lines.ts";

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function readSystems(dir: string): AtlasSystem[] {
  if (!existsSync(dir)) return [];
  const files = readdirSync(dir).filter((name) => name.endsWith(".jsonl"));
  return files.toSorted().flatMap((file) => readLines(join(dir, file), parseAtlasSystem));
}
