// Which system prompts say by themselves what is to be done with any text: a logistic regression on those of the atlas, which are
// labelled one by one, and on those of its requests.
import {
  anyTextLogit,
  HEADS,
  ON_ANY_TEXT,
  readMessages,
  readTaskText,
  systemAlone,
} from "@signalbox/engine/internals";
import type { TaskFeatures, TaskText } from "@signalbox/engine/internals";
import { minimise, sigmoid } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { predictTask } from "./task-net.ts";
import type { TaskNet } from "./task-net.ts";
import { sparseRowsOf } from "./task-rows.ts";

export interface SystemPrompt {
  readonly text: string;
  /** How much it says of the matter: the two readers may differ. @range 0..1 */
  readonly taskShare: number;
}

/** What a weight other than zero costs, times half its square. @unit nats */
const WEIGHT_COST = 4;
const ITERATIONS = 150;
const BYTE_MAX = 127;

const systemOf = ({ messages }: AtlasEntry): string =>
  messages.find(({ role }) => role === "system")?.content ?? "";

/** A prompt with tools belongs to an agent, whose user says what is to be done. */
export function systemPromptsOf({ entries, systems }: Pick<Atlas, "entries" | "systems">): SystemPrompt[] {
  const ofRequests = entries
    .filter((entry) => systemOf(entry).trim() !== "" && entry.tools.length === 0)
    .map((entry) => {
      const labels = [entry.author, entry.secondReader ?? entry.author];
      const share = labels.filter(({ op }) => ON_ANY_TEXT.has(op)).length / labels.length;
      return { text: systemOf(entry), taskShare: entry.features.includes("system_task") ? share : 0 };
    });
  return [...ofRequests, ...systems.map(({ text, isTask }) => ({ text, taskShare: Number(isTask) }))];
}

function textAlone({ text }: SystemPrompt): TaskText {
  return systemAlone(readTaskText(readMessages([{ role: "system", content: text }]), 0));
}

interface GateRow {
  readonly ids: readonly number[];
  readonly values: readonly number[];
  readonly logit: number;
  readonly taskShare: number;
}

function gateRowsOf(prompts: readonly SystemPrompt[], features: TaskFeatures, net: TaskNet): GateRow[] {
  const rows = sparseRowsOf(prompts.map(textAlone), features);
  const shares = new Float64Array(HEADS.count);
  return prompts.map(({ taskShare }, row) => {
    predictTask(rows, row, net, shares);
    const [from, to] = [rows.offsets[row]!, rows.offsets[row + 1]!];
    return {
      ids: [...rows.ids.subarray(from, to)],
      values: [...rows.values.subarray(from, to)],
      logit: anyTextLogit(shares),
      taskShare,
    };
  });
}

/** @returns bias, slope, then a weight for each of the features that were seen */
function fitRows(rows: readonly GateRow[], featureCount: number): Float64Array {
  const x = new Float64Array(2 + featureCount);
  x[1] = 1;
  const objective = (at: Float64Array, gradient: Float64Array): number => {
    let loss = 0;
    gradient.fill(0);
    for (let index = 2; index < at.length; index += 1) {
      loss += (WEIGHT_COST * at[index]! * at[index]!) / 2;
      gradient[index] = WEIGHT_COST * at[index]!;
    }
    for (const { ids, values, logit, taskShare } of rows) {
      let sum = at[0]! + at[1]! * logit;
      for (let entry = 0; entry < ids.length; entry += 1) sum += values[entry]! * at[2 + ids[entry]!]!;
      const chance = sigmoid(sum);
      loss -= taskShare * Math.log(chance + 1e-12) + (1 - taskShare) * Math.log(1 - chance + 1e-12);
      const slope = chance - taskShare;
      gradient[0]! += slope;
      gradient[1]! += slope * logit;
      for (let entry = 0; entry < ids.length; entry += 1)
        gradient[2 + ids[entry]!]! += slope * values[entry]!;
    }
    return loss;
  };
  minimise(objective, x, { iterations: ITERATIONS });
  return x;
}

/** @returns what `loadSystemGate` reads */
export function fitSystemGate(
  prompts: readonly SystemPrompt[],
  features: TaskFeatures,
  net: TaskNet,
): readonly BaggedTensor[] {
  const rows = gateRowsOf(prompts, features, net);
  const seen = [...new Set(rows.flatMap(({ ids }) => ids))];
  const places = new Map(seen.map((id, place) => [id, place]));
  const fitted = fitRows(
    rows.map(({ ids, values, logit, taskShare }) => ({
      ids: ids.map((id) => places.get(id)!),
      values,
      logit,
      taskShare,
    })),
    seen.length,
  );
  const weights = new Float64Array(features.featureCount);
  seen.forEach((id, place) => (weights[id] = fitted[2 + place]!));
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / BYTE_MAX || 1;
  const packed = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  const line = Float32Array.of(fitted[0]!, fitted[1]!, scale);
  return [
    { name: "taskSystemWeights", shape: [packed.length], data: packed },
    { name: "taskSystemLine", shape: [line.length], data: line },
  ];
}
