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
  /** How much the tokens of a row count. @shape count */
  readonly tokenWeights: Float32Array;
}

/** How much each head learns from an example; 0 where its label does not hold. */
export interface HeadWeights {
  readonly operation: number;
  readonly field: number;
  readonly tier: number;
  readonly tokens: number;
}

export interface Example {
  readonly entry: Pick<AtlasEntry, "messages" | "tools" | "author" | "secondReader">;
  readonly weights: HeadWeights;
}

const FULL: HeadWeights = { operation: 1, field: 1, tier: 1, tokens: 1 };
/** A copy teaches what is asked; half of it counts, and of the class of model none: length says much of it. */
const COPY: HeadWeights = { operation: 0.6, field: 0.5, tier: 0, tokens: 0.4 };
export const asCopy = (entry: AtlasEntry, messages: Example["entry"]["messages"]): Example => ({
  entry: { ...entry, messages },
  weights: COPY,
});
export const inFull = (entry: AtlasEntry): Example => ({ entry, weights: FULL });

export function taskTextOf(entry: Example["entry"]): ReturnType<typeof readTaskText> {
  const wire = entry.messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );
  return readTaskText(readMessages(wire), entry.tools.length);
}

interface LabelShare extends HeadWeights {
  readonly share: number;
}

function addLabel(
  target: Float32Array,
  { op, field, tier, tokens }: AtlasLabel,
  { share, ...weights }: LabelShare,
): void {
  const add = (head: number, value: number): void => {
    target[head] = (target[head] ?? 0) + share * value;
  };
  add(HEADS.operation + OPERATIONS.indexOf(op), weights.operation);
  add(HEADS.field + TASK_FIELDS.indexOf(field), weights.field);
  add(HEADS.tier + tier - 1, weights.tier);
  add(HEADS.tokens, (Math.log(tokens[0]) + Math.log(tokens[1])) / 2);
}

export function buildTaskRows(examples: readonly Example[], lexicon: string): TaskRows {
  const features: TaskFeatures = featuresOfLexicon(lexicon);
  const offsets = new Int32Array(examples.length + 1);
  const ids: number[] = [];
  const values: number[] = [];
  const targets = new Float32Array(examples.length * HEADS.count);
  examples.forEach(({ entry, weights }, row) => {
    const read = features.read(taskTextOf(entry));
    ids.push(...read.ids.subarray(0, read.count));
    values.push(...read.values.subarray(0, read.count));
    offsets[row + 1] = ids.length;
    const labels = entry.secondReader === undefined ? [entry.author] : [entry.author, entry.secondReader];
    const target = targets.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    for (const label of labels) addLabel(target, label, { share: 1 / labels.length, ...weights });
  });
  return {
    featureCount: features.featureCount,
    count: examples.length,
    offsets,
    ids: Int32Array.from(ids),
    values: Float32Array.from(values),
    targets,
    tokenWeights: Float32Array.from(examples, ({ weights }) => weights.tokens),
  };
}
