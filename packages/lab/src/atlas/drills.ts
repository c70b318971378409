// Short requests that teach the words by which an operation is asked for. Each has one label, of its author: they train the
// heads and never judge them. One a line: language, operation, field, tier, range of tokens, text, between tabs.

import { SignalboxError } from "@signalbox/contracts";
import { parseAtlasLabel, type AtlasLabel } from "./atlas-schema.ts";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// Files of one record a line: JSON, or columns between tabs. Every line is checked; a fault names the file and line.

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

export const MATTER_KINDS = ["text", "code", "log", "table"] as const;
export type MatterKind = (typeof MATTER_KINDS)[number];

export interface Drill {
  readonly language: string;
  /** "{{text}}", "{{code}}", "{{log}}" or "{{table}}" represents a carried text of that kind, and is cut out here. */
  readonly text: string;
  readonly carries: MatterKind | undefined;
  readonly label: AtlasLabel;
}

const PLACE = /\s*\{\{(text|code|log|table)\}\}\s*/;

/** The label in the columns "operation, field, tier, low-high". @throws SignalboxError invalid_data that names `where` */
export function parseColumns(columns: readonly string[], language: string, where: string): AtlasLabel {
  const [op = "", field = "", tier = "", range = ""] = columns;
  const [low, high] = range.split("-").map(Number);
  return parseAtlasLabel(
    { id: `${language}-0000`, op, field, tier: Number(tier), tokens: [low, high] },
    where,
  );
}

/** Which kind of carried text a line names. */
export function kindCarriedBy(text: string): MatterKind | undefined {
  const kind = PLACE.exec(text)?.[1];
  return MATTER_KINDS.find((each) => each === kind);
}

function parseDrill(line: string, where: string): Drill {
  const [language = "", ...columns] = line.split("\t");
  const text = columns[4] ?? "";
  const plain = text.replace(PLACE, " ").trim();
  if (plain === "") throw new SignalboxError("invalid_data", `${where} asks for nothing.`);
  return {
    language,
    text: plain,
    carries: kindCarriedBy(text),
    label: parseColumns(columns, language, where),
  };
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function readDrills(file: string): Drill[] {
  return readRows(file, parseDrill);
}
