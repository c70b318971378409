// Requests of our own, each in other words: terse, polite, in Markdown, in another order, misspelt, translated. Nothing is
// trained on them. Blocks of lines between blank ones: a kind, a tab, the text with "\n" for a new line.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";

export const REWORDING_KINDS = [
  "terse",
  "polite",
  "markdown",
  "reordered",
  "misspelt",
  "translated",
] as const;
export type RewordingKind = (typeof REWORDING_KINDS)[number];

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
