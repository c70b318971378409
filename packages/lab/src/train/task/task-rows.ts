// Rows of the atlas as sparse features and soft labels: where the two readers differ, each counts half.
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import { featuresOfLexicon, HEADS, readMessages, readTaskText } from "@signalbox/engine/internals";
import type { TaskFeatures } from "@signalbox/engine/internals";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";

export interface TaskRows {
  readonly featureCount: number;
  readonly count: number;
  /** Row r has the entries offsets[r] .. offsets[r + 1]. */
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
  readonly values: Float32Array;
  /** @shape count x HEADS.count: shares by head, then the logarithm of the tokens */
  readonly targets: Float32Array;
}

export function taskTextOf(entry: AtlasEntry): ReturnType<typeof readTaskText> {
  const wire = entry.messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );
  return readTaskText(readMessages(wire), entry.tools.length);
}

function addLabel(target: Float32Array, { op, field, tier, tokens }: AtlasLabel, share: number): void {
  const add = (head: number, value: number): void => {
    target[head] = (target[head] ?? 0) + share * value;
  };
  add(HEADS.operation + OPERATIONS.indexOf(op), 1);
  add(HEADS.field + TASK_FIELDS.indexOf(field), 1);
  add(HEADS.tier + tier - 1, 1);
  add(HEADS.tokens, (Math.log(tokens[0]) + Math.log(tokens[1])) / 2);
}

export function buildTaskRows(entries: readonly AtlasEntry[], lexicon: string): TaskRows {
  const features: TaskFeatures = featuresOfLexicon(lexicon);
  const offsets = new Int32Array(entries.length + 1);
  const ids: number[] = [];
  const values: number[] = [];
  const targets = new Float32Array(entries.length * HEADS.count);
  entries.forEach((entry, row) => {
    const read = features.read(taskTextOf(entry));
    ids.push(...read.ids.subarray(0, read.count));
    values.push(...read.values.subarray(0, read.count));
    offsets[row + 1] = ids.length;
    const labels = entry.secondReader === undefined ? [entry.author] : [entry.author, entry.secondReader];
    const target = targets.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    for (const label of labels) addLabel(target, label, 1 / labels.length);
  });
  return {
    featureCount: features.featureCount,
    count: entries.length,
    offsets,
    ids: Int32Array.from(ids),
    values: Float32Array.from(values),
    targets,
  };
}
