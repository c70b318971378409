// Reads all prompts of a run once into shared memory.
import { DENSE_FEATURE_COUNT } from "@signalbox/engine/internals";
import type { PromptReader } from "@signalbox/engine/internals";
import { sharedFloat32, sharedInt32, sharedUint16 } from "./training-set.ts";
import type { PromptFeatures } from "./training-set.ts";
import { wholeAt } from "../../arrays/value-at.ts";

/** Function-calling prompts of the data list their tools in the text; at serving, tools come beside it. */
const TOOL_NAME = /"name":/g;
const TOOLS_LISTED = /available functions/i;

function countTools(text: string): number {
  return TOOLS_LISTED.test(text) ? (text.match(TOOL_NAME)?.length ?? 0) : 0;
}

/** Token ids and dense features of all texts, in order. */
export function readPrompts(reader: PromptReader, texts: readonly string[]): PromptFeatures {
  const offsets = sharedInt32(texts.length + 1);
  const dense = sharedFloat32(texts.length * DENSE_FEATURE_COUNT);
  const parts: Int32Array[] = [];
  texts.forEach((text, row) => {
    const reading = reader.read({ text, context: "", toolCount: countTools(text), turnCount: 1 });
    parts.push(reading.ids.slice(0, reading.idCount));
    offsets[row + 1] = wholeAt(offsets, row) + reading.idCount;
    dense.set(reading.dense, row * DENSE_FEATURE_COUNT);
  });
  const ids = sharedUint16(offsets[texts.length] ?? 0);
  parts.forEach((part, row) => ids.set(part, offsets[row] ?? 0));
  return { count: texts.length, offsets, ids, dense, denseSize: DENSE_FEATURE_COUNT };
}
