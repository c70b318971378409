// Which prompts may be learned from, tuned on and judged.
import { splitmix32 } from "@signalbox/engine/numerics";
import { SPLIT } from "./dataset.ts";
import type { Dataset, SplitName } from "./dataset.ts";

const TEST_SHARE = 0.3;
const DEV_SHARE = 0.1;

/** A group split by seed: about 60 % train, 10 % dev, 30 % test; all prompts of a group fall on one side. @shape groups.length */
export function splitByGroup(groups: Int32Array, seed: number): Uint8Array {
  const order = [...new Set(groups)].toSorted((a, b) => a - b);
  const random = splitmix32(seed);
  const code = new Map<number, number>();
  for (const group of order) {
    const draw = random();
    code.set(group, draw < TEST_SHARE ? SPLIT.test : draw < TEST_SHARE + DEV_SHARE ? SPLIT.dev : SPLIT.train);
  }
  return Uint8Array.from(groups, (group) => code.get(group) ?? SPLIT.train);
}

/**
 * Split codes of all prompts: those of splits.csv, or a group split by seed where the folder has none.
 * @shape prompts.count
 */
export function chooseSplit(dataset: Dataset, name: SplitName, seed: number): Uint8Array {
  return dataset.splits?.[name] ?? splitByGroup(dataset.prompts.group, seed);
}

/** Rows of the prompt table whose split code is one of `codes`, ascending. */
export function listPromptRows(split: Uint8Array, codes: readonly number[]): Int32Array {
  const rows: number[] = [];
  for (let i = 0; i < split.length; i += 1) if (codes.includes(split[i] ?? -1)) rows.push(i);
  return Int32Array.from(rows);
}
