// Measures that the recipes of all sources count of prompts and answers in the same way.
import { estimateTokens } from "@signalbox/engine/internals";

import type { JsonRecord } from "./read-records.ts";

const TOKENIZER = "o200k";

/** @unit tokens */
export const tokensOf = (text: string): number => estimateTokens(text, TOKENIZER);

/** Mean length of the texts in `member`, where one that is missing counts as empty; undefined without records. @unit tokens */
export function meanTokens(records: readonly JsonRecord[], member: string): number | undefined {
  if (records.length === 0) return undefined;
  const lengths = records.map(({ [member]: text }) => (typeof text === "string" ? tokensOf(text) : 0));
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
}
