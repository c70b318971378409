// Files of one record a line: JSON, or columns between tabs. Every line is checked; a fault names the file and line.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";

/** @throws SignalboxError invalid_data with the place of the first fault */
export function readLines<T>(file: string, parse: (line: unknown, where: string) => T): T[] {
  return readRows(file, (line, where) => {
    try {
      return parse(JSON.parse(line), where);
    } catch (cause) {
      if (cause instanceof SignalboxError) throw cause;
      throw new SignalboxError("invalid_data", `${where} is not valid JSON.`, { cause });
    }
  });
}

/** The lines of a table that hold something; none without the file. @param parse gets a line and its file and number */
export function readRows<T>(file: string, parse: (line: string, where: string) => T): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [parse(line, `${file}:${index + 1}`)]));
}

/** Paths of a folder's files whose names end so, in the order of their names; none without the folder. */
export function listFiles(dir: string, ending: string): readonly string[] {
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir).filter((name) => name.endsWith(ending));
  return names.toSorted().map((name) => join(dir, name));
}
