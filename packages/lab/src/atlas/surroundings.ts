// What people write around a request: greetings, stories, personas, house rules, frames of exams, quotations, go-aheads, and facts
// that change what a question asks for. They are for composing rows; each was written by one of three writers, so that a
// whole writer can be kept back.
import { basename, join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import { parseSurrounding } from "./surroundings-schema.ts";
import type { Surrounding } from "./surroundings-schema.ts";
import { listFiles, readLines } from "./read-lines.ts";

export interface SurroundingOfLanguage {
  readonly language: string;
  readonly surrounding: Surrounding;
}

function readFileOf(language: string, file: string): SurroundingOfLanguage[] {
  const ids = new Set<string>();
  return readLines(file, (line, where) => {
    const surrounding = parseSurrounding(line, where);
    if (!surrounding.id.startsWith(`${language}-`) || ids.has(surrounding.id))
      throw new SignalboxError("invalid_data", `${where}: give an id of "${language}" that no line has.`);
    ids.add(surrounding.id);
    return { language, surrounding };
  });
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function listSurroundings(atlasDir: string): readonly SurroundingOfLanguage[] {
  return listFiles(join(atlasDir, "surroundings"), ".jsonl").flatMap((file) =>
    readFileOf(basename(file, ".jsonl"), file),
  );
}
