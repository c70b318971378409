// The lexicon of concepts in the memory of a scan: built from its text when a model is loaded.
import { createUnitWriter } from "../../kernels/copy-units.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";

/** One concept a line: its name, a tab, its entries between " | ": whole words, or stems that end in `*`. */
export const countConcepts = (text: string): number => text.split("\n").filter((line) => line !== "").length;

/** Room for the lexicon of a text, and more for what is needed while it is built. @unit bytes */
export const bytesOfLexicon = (text: string): number => 26 * text.length + 0x50000;
export const bytesOfBuilding = (text: string): number => 54 * text.length + 0x120000;

/** @throws RangeError where it has more states than can be numbered, or too many that branch much */
export function buildLexicon({ kernels, reserve, shorts }: SimdMemory, text: string): void {
  const base = reserve(0);
  createUnitWriter(shorts(base, text.length))(text);
  const end = kernels.buildLexicon(base, text.length, countConcepts(text));
  if (end === 0) throw new RangeError("The lexicon is too large.");
  reserve(end - base);
}
