// Sample texts for fitting and measuring: JSON lines of { language, source, text, counts? }. They are never committed.
import { readFileSync } from "node:fs";

export interface Sample {
  readonly language: string;
  /** The source of the text; all texts of one source fall on one side of the split. */
  readonly source: string;
  readonly text: string;
  /** Reference counts by family, when they were kept. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Shorter texts have counts so small that one token is many per cent. */
const TOKENS_MIN = 20;

export function readSamples(path: string): readonly Sample[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Sample);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** One source in four is held out: no fit sees it. */
export function isHeldOut(sample: Sample): boolean {
  return hashOf(sample.source) % 4 === 0;
}

export function isLongEnough(count: number | undefined): count is number {
  return count !== undefined && count >= TOKENS_MIN;
}
