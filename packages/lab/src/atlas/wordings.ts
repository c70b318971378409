// Groups of wordings: one request as different people would write it, each group with the label of its author and, where there is
// one, of a second reader. They train the heads to read all of a group alike, and never judge. One wording a line: group,
// operation, field, tier, range of tokens, style, text, between tabs, with "\n" for a new line. A line of the second reader has the
// first five of these columns.
import { join } from "node:path";
import { existsSync, readFileSync } from "node:fs";
import { SignalboxError } from "@signalbox/contracts";
import type { AtlasLabel } from "./atlas-schema.ts";
import { kindCarriedBy, parseColumns, type MatterKind, listFiles, readRows } from "./drills.ts";

export const WORDING_STYLES = [
  "plain",
  "terse",
  "polite",
  "markdown",
  "reworded",
  "typos",
  "reordered",
  "english",
] as const;
type WordingStyle = (typeof WORDING_STYLES)[number];

export interface Wording {
  /** Name of the request, e.g. "sw-017": its language and a number. */
  readonly group: string;
  readonly language: string;
  readonly style: WordingStyle;
  /** With the place of a carried text, if it has one: "{{text}}", "{{code}}", "{{log}}" or "{{table}}". */
  readonly text: string;
  readonly carries: MatterKind | undefined;
  /** The author's, then the second reader's. */
  readonly labels: readonly AtlasLabel[];
}

type SecondLabels = ReadonlyMap<string, AtlasLabel>;

const languageOf = (group: string): string => group.slice(0, group.indexOf("-"));

function readSecondLabels(file: string): SecondLabels {
  return new Map(
    readRows(file, (line, where) => {
      const [group = "", ...columns] = line.split("\t");
      return [group, parseColumns(columns, languageOf(group), where)] as const;
    }),
  );
}

function parseWording(line: string, where: string, second: SecondLabels): Wording {
  const columns = line.split("\t");
  const [group = "", text = ""] = [columns[0], columns[6]?.replaceAll("\\n", "\n").trim()];
  const style = WORDING_STYLES.find((name) => name === columns[5]);
  if (columns.length !== 7 || group === "" || text === "" || style === undefined)
    throw new SignalboxError(
      "invalid_data",
      `${where} is not "group, operation, field, tier, low-high, style, text".`,
    );
  const language = languageOf(group);
  const label = parseColumns(columns.slice(1, 5), language, where);
  const other = second.get(group);
  const labels = other === undefined ? [label] : [label, other];
  return { group, language, style, text, carries: kindCarriedBy(text), labels };
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function readWordings(atlasDir: string): Wording[] {
  const second = readSecondLabels(join(atlasDir, "wordings-second-reader.tsv"));
  return listFiles(join(atlasDir, "wordings"), ".tsv").flatMap((file) =>
    readRows(file, (line, where) => parseWording(line, where, second)),
  );
}

// Requests of our own, each in other words: terse, polite, in Markdown, in another order, misspelt, translated. Nothing is
// trained on them. Blocks of lines between blank ones: a kind, a tab, the text with "\n" for a new line.
export const REWORDING_KINDS = [
  "terse",
  "polite",
  "markdown",
  "reordered",
  "misspelt",
  "translated",
] as const;
type RewordingKind = (typeof REWORDING_KINDS)[number];

export interface Rewording {
  readonly kind: RewordingKind;
  readonly plain: string;
  readonly reworded: string;
}

function parseBlock(block: string, where: string): Rewording[] {
  const texts = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf("\t");
      return [line.slice(0, at), line.slice(at + 1).replaceAll("\\n", "\n")];
    }),
  );
  const plain = texts.get("plain");
  return REWORDING_KINDS.map((kind) => {
    const reworded = texts.get(kind);
    if (plain === undefined || reworded === undefined)
      throw new SignalboxError("invalid_data", `${where} lacks "plain" or "${kind}".`);
    return { kind, plain, reworded };
  });
}

/** @throws SignalboxError invalid_data that names the block at fault */
export function loadRewordings(atlasDir: string): readonly Rewording[] {
  const file = join(atlasDir, "rewordings.tsv");
  if (!existsSync(file)) return [];
  const blocks = readFileSync(file, "utf8")
    .trim()
    .split(/\n{2,}/);
  return blocks.flatMap((block, index) => parseBlock(block, `${file}: block ${index + 1}`));
}
